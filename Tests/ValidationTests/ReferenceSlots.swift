// The reference: slow and obvious, based only on KEYSTROKES.md.

import Synchronization

/// A place of a form: the possible characters, each with the characters that are read as it; or a
/// literal.
struct ReferencePlace: Hashable, Sendable {
  var readings: [Character: Character]
  var isLiteral = false

  /// Typed characters and their meaning, as far as the tests use them.
  static let alike: [Character: Character] = [
    "٣": "3", "５": "5", "–": "-", "\u{2212}": "-", "Ｂ": "B",
  ]

  init(_ characters: String, folded: [Character: Character] = [:], isLiteral: Bool = false) {
    readings = Dictionary(uniqueKeysWithValues: characters.map { ($0, $0) })
    readings.merge(folded) { $1 }
    for (typed, plain) in ReferencePlace.alike {
      if let taken = readings[plain], readings[typed] == nil { readings[typed] = taken }
    }
    self.isLiteral = isLiteral
  }

  func takes(_ character: Character) -> Character? { readings[character] }

  static let digit = ReferencePlace("0123456789")
  static let letter = ReferencePlace("aABbxXZß")
  static let capital = ReferencePlace("ABXZ", folded: ["a": "A", "b": "B", "x": "X"])
  static let alphanumeric = ReferencePlace("aABbxXZß0123456789")
  static let hexadecimal: ReferencePlace = {
    var place = ReferencePlace("0123456789ABCDEF", folded: ["a": "A", "b": "B", "f": "F"])
    for typed in ReferencePlace.alike.keys { place.readings[typed] = nil }
    return place
  }()
  static func literal(_ character: Character) -> ReferencePlace {
    ReferencePlace(String(character), isLiteral: true)
  }

  static func mask(_ pattern: String) -> [ReferencePlace] {
    var rest = pattern[...]
    var places: [ReferencePlace] = []
    while let character = rest.popFirst() {
      switch character {
      case "\\": places.append(literal(rest.removeFirst()))
      case "0": places.append(digit)
      case "A": places.append(capital)
      case "a": places.append(letter)
      case "N": places.append(alphanumeric)
      default: places.append(literal(character))
      }
    }
    return places
  }
}

protocol ReferenceKind {
  /// Whether a complete text starts with this text.
  func begins(_ text: [Character]) -> Bool

  /// Whether a text of the form starts with `before` and its rest has `after` as a subsequence.
  func fits(_ before: [Character], _ after: [Character]) -> Bool

  func value(_ text: [Character]) -> String?

  /// Whether a space is displayed before the character at a place.
  func isSpaced(_ text: [Character], before place: Int) -> Bool

  /// The meaning of a paste's visible text.
  func pasted(_ text: [Character]) -> [Character]

  /// The text before the caret in the grammar's case.
  func inCase(_ before: [Character], _ after: [Character]) -> [Character]

  /// The places; empty if characters are simply inserted.
  var places: [ReferencePlace] { get }
}

extension ReferenceKind {
  func isSpaced(_ text: [Character], before place: Int) -> Bool { false }
  func pasted(_ text: [Character]) -> [Character] { text }
  func inCase(_ before: [Character], _ after: [Character]) -> [Character] { before }
}

/// Whether the text is a subsequence of some filling of the places.
func embeds(_ text: ArraySlice<Character>, in places: ArraySlice<ReferencePlace>) -> Bool {
  guard let character = text.first else { return true }
  guard let place = places.first else { return false }
  return place.takes(character) == character && embeds(text.dropFirst(), in: places.dropFirst())
    || embeds(text, in: places.dropFirst())
}

struct ReferenceHex: ReferenceKind {
  var places: [ReferencePlace]

  func begins(_ text: [Character]) -> Bool {
    text.count <= places.count && zip(text, places).allSatisfy { $1.takes($0) == $0 }
  }

  func fits(_ before: [Character], _ after: [Character]) -> Bool {
    begins(before) && embeds(after[...], in: places[before.count...])
  }

  func value(_ text: [Character]) -> String? {
    begins(text) && text.count == places.count ? String(text) : nil
  }

  func pasted(_ text: [Character]) -> [Character] {
    if text.first == "#" { return Array(text.dropFirst()) }
    return String(text).lowercased().hasPrefix("0x") ? Array(text.dropFirst(2)) : text
  }
}

enum ReferenceDates {
  static func days(
    from first: (Int, Int, Int), through last: (Int, Int, Int)
  ) -> [(Int, Int, Int)] {
    var (year, month, day) = first
    var days = [first]
    while (year, month, day) != last {
      let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
      day += 1
      if day > [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] {
        day = 1
        month += 1
      }
      if month > 12 {
        month = 1
        year += 1
      }
      days.append((year, month, day))
    }
    return days
  }

  static func padded(_ number: Int, _ width: Int) -> String {
    String(repeating: "0", count: width - String(number).count) + String(number)
  }

  static func iso(_ day: (Int, Int, Int)) -> String {
    "\(padded(day.0, 4))-\(padded(day.1, 2))-\(padded(day.2, 2))"
  }
}

final class KnownAnswers: Sendable {
  private let answers = Mutex<[[Character]: Bool]>([:])

  func answer(_ question: [Character], find: () -> Bool) -> Bool {
    if let answer = answers.withLock({ $0[question] }) { return answer }
    let answer = find()
    answers.withLock { $0[question] = answer }
    return answer
  }
}

/// Enumerated card numbers of a few lengths with a few digits.
struct ReferenceCards: ReferenceKind {
  private let known = KnownAnswers()
  var lengths: ClosedRange<Int>
  var short: Int
  let texts: Set<[Character]>
  let places: [ReferencePlace]

  private let textsByBeginning: [[Character]: [[Character]]]

  init(lengths: ClosedRange<Int>, short: Int, digits: String) {
    self.lengths = lengths
    self.short = short
    var texts: [[Character]] = []
    var longest: [[Character]] = [[]]
    for count in 1...lengths.upperBound {
      longest = longest.flatMap { start in digits.map { start + [$0] } }
      texts += longest.filter {
        ReferenceCards.isShort($0) ? count == short : lengths.contains(count)
      }
    }
    self.texts = Set(texts)
    places = Array(repeating: .digit, count: lengths.upperBound)
    textsByBeginning = texts.reduce(into: [:]) { known, text in
      for end in 0...text.count { known[Array(text[..<end]), default: []].append(text) }
    }
  }

  static func isShort(_ text: [Character]) -> Bool {
    ["34", "37"].contains(String(text.prefix(2)))
  }

  func begins(_ text: [Character]) -> Bool { textsByBeginning[text] != nil }

  func fits(_ before: [Character], _ after: [Character]) -> Bool {
    known.answer(before + ["|"] + after) {
      (textsByBeginning[before] ?? []).contains {
        isPart(after, of: Array($0.dropFirst(before.count)))
      }
    }
  }

  func value(_ text: [Character]) -> String? {
    guard texts.contains(text) else { return nil }
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

/// Whether a text is a subsequence of another.
func isPart<Element: Equatable>(_ text: [Element], of whole: [Element]) -> Bool {
  guard let first = text.first else { return true }
  guard let place = whole.firstIndex(of: first) else { return false }
  return isPart(Array(text.dropFirst()), of: Array(whole[(place + 1)...]))
}
