struct ReferenceLargeCards: ReferenceKind {
  let places = [ReferencePlace](repeating: .digit, count: 19)

  private func lengths(_ text: [Character]) -> ClosedRange<Int> {
    ReferenceCards.isShort(text) ? 15...15 : 12...19
  }

  // Tries every pair of first digits; any digits can follow.
  private func beginnings(_ text: [Character]) -> [[Character]] {
    let digits: [Character] = Array("0123456789")
    return digits.flatMap { first in digits.map { [first, $0] } }
      .filter { $0.starts(with: text.prefix(2)) || text.prefix(2).starts(with: $0) }
  }

  func begins(_ text: [Character]) -> Bool { fits(text, []) }

  func fits(_ before: [Character], _ after: [Character]) -> Bool {
    guard (before + after).allSatisfy({ "0123456789".contains($0) }) else { return false }
    return beginnings(before).contains { beginning in
      // Missing digits of the beginning may be the first of the following text.
      var rest = after[...]
      for digit in beginning.dropFirst(before.count) where rest.first == digit {
        rest.removeFirst()
      }
      let shortest = max(before.count, 2) + rest.count
      return shortest <= lengths(beginning).upperBound
    }
  }

  func value(_ text: [Character]) -> String? {
    guard lengths(text).contains(text.count), begins(text) else { return nil }
    var sum = 0
    for (place, character) in text.reversed().enumerated() {
      let digit = Int(String(character))! * (place % 2 == 0 ? 1 : 2)
      sum += digit / 10 + digit % 10
    }
    return sum % 10 == 0 ? String(text) : nil
  }

  func isSpaced(_ text: [Character], before place: Int) -> Bool {
    ReferenceCards.isShort(text) ? [4, 10].contains(place) : place > 0 && place % 4 == 0
  }

  func pasted(_ text: [Character]) -> [Character] {
    text.filter { !" \u{A0}\n.,:;!?()[]{}-–_/\\+*#".contains($0) }
  }
}

/// Names in either case, character by character; no characters combine.
struct ReferenceNames: ReferenceKind {
  var names: [String]
  let places: [ReferencePlace] = []

  private func lower(_ text: [Character]) -> [Character] { Array(String(text).lowercased()) }

  private func beginning(with text: [Character]) -> [[Character]] {
    names.map(Array.init).filter { lower($0).starts(with: lower(text)) }
  }

  func begins(_ text: [Character]) -> Bool { !beginning(with: text).isEmpty }

  func fits(_ before: [Character], _ after: [Character]) -> Bool {
    beginning(with: before).contains {
      isPart(lower(after), of: Array(lower($0).dropFirst(before.count)))
    }
  }

  // N9
  func inCase(_ before: [Character], _ after: [Character]) -> [Character] {
    let whole = beginning(with: before + after)
    let begun = whole.isEmpty ? beginning(with: before) : whole
    return before.enumerated().map { place, typed in
      let letters = Set(begun.map { $0[place] })
      return letters.count == 1 ? letters.first! : typed
    }
  }

  func value(_ text: [Character]) -> String? {
    let alike = beginning(with: text).filter { $0.count == text.count }
    return (alike.count == 1 ? alike.first : alike.first { $0 == text }).map { String($0) }
  }
}
