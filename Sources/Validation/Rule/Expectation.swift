/// How words of several are put together.
enum Expectation {
  /// How many of something.
  static func count(_ count: Int, _ name: String) -> String {
    count == 1 ? "1 \(name)" : "\(count) \(name)s"
  }
}

extension Reason.Expected {
  /// What a place for a hexadecimal digit takes.
  static let hexadecimalDigits = [
    Reason.Expected.run(from: "0", through: "9"), .run(from: "A", through: "F"),
  ]

  /// The characters of ASCII in order, runs of them by their ends, as they are shown.
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
  /// That there is no place for anything at all between two texts.
  static func nothing(after front: ArraySlice<UInt8>, before after: ArraySlice<UInt8>) -> Self {
    Self(
      .nothingFits, after: Reason.Quote(endOf: front),
      before: after.isEmpty ? nil : Reason.Quote(startOf: after))
  }

  /// That a text is missing more, at another place than the caret.
  static func more(after text: ArraySlice<UInt8>) -> Self {
    Self(.unfinishedElsewhere, after: Reason.Quote(endOf: text))
  }
}
