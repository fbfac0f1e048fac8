/// Formats counts for descriptions.
enum Expectation {
  static func count(_ count: Int, _ name: String) -> String {
    count == 1 ? "1 \(name)" : "\(count) \(name)s"
  }
}

extension Reason.Expected {
  static let hexadecimalDigits = [
    Reason.Expected.run(from: "0", through: "9"), .run(from: "A", through: "F"),
  ]

  /// Combines consecutive ASCII characters, given in order, into runs.
  static func runs(of characters: [UInt8], shown: (UInt8) -> String) -> [Reason.Expected] {
    if characters.count == 10, characters.allSatisfy(\.isDigit) { return [.anyOf(.digit)] }
    var runs: [Reason.Expected] = []
    var rest = characters[...]
    while let first = rest.popFirst() {
      var last = first
      while let next = rest.first, next == last + 1 {
        last = next
        rest.removeFirst()
      }
      runs.append(.run(from: shown(first), through: shown(last)))
    }
    return runs
  }
}

extension Reason.Detail {
  static func nothing(after front: ArraySlice<UInt8>, before after: ArraySlice<UInt8>) -> Self {
    Self(
      .nothingFits, after: Reason.Quote(endOf: front),
      before: after.isEmpty ? nil : Reason.Quote(startOf: after))
  }

  /// The text is incomplete somewhere else than at the caret.
  static func more(after text: ArraySlice<UInt8>) -> Self {
    Self(.unfinishedElsewhere, after: Reason.Quote(endOf: text))
  }
}
