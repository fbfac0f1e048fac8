/// What would be taken, in words.
enum Expectation {
  /// The ASCII digits, runs of them named by their ends.
  static func runs(of digits: [UInt8], shown: (UInt8) -> String) -> [String] {
    if digits.count == 10 { return ["a digit"] }
    var runs: [String] = []
    var rest = digits[...]
    while let first = rest.popFirst() {
      var last = first
      while let next = rest.first, next == last + 1 {
        last = next
        rest.removeFirst()
      }
      runs.append(first == last ? shown(first) : "\(shown(first))–\(shown(last))")
    }
    return runs
  }

  /// How many of something.
  static func count(_ count: Int, _ name: String) -> String {
    count == 1 ? "1 \(name)" : "\(count) \(name)s"
  }

  /// That there is no place for anything at all between two texts.
  static func nothing(behind front: ArraySlice<UInt8>, before after: ArraySlice<UInt8>) -> String {
    if after.isEmpty {
      return front.isEmpty
        ? "nothing can stand here" : "nothing can follow \(Quotation(endOf: front))"
    }
    let end = "\(Quotation(startOf: after))"
    return front.isEmpty
      ? "nothing can stand before \(end)"
      : "nothing can stand between \(Quotation(endOf: front)) and \(end)"
  }

  /// That a text is missing its end, where nothing fits in the place in question.
  static func more(behind text: ArraySlice<UInt8>) -> String {
    "more is missing behind \(Quotation(endOf: text))"
  }

  /// One of several; nothing where there are none.
  static func either(_ choices: [String]) -> String {
    guard let last = choices.last, choices.count > 1 else { return choices.first ?? "" }
    return "\(choices.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// A reason with what would be taken instead after it, where there is such a thing.
  static func sentence(_ reason: String, expected next: String) -> String {
    if next.isEmpty || next == "a digit" && reason.hasSuffix("is not a digit") { return reason }
    return "\(reason); expected \(next)"
  }
}
