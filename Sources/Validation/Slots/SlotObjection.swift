/// Says why an insertion into a row of places is refused, and what would have been accepted.
struct SlotObjection {
  let form: SlotForm
  let notation: Notation

  /// Whether some complete text begins with a text.
  let begins: (ArraySlice<UInt8>) -> Bool

  /// The message for an insertion, given whether a scalar would be taken in its place.
  func message(to attempt: Attempt, isTaken: (Unicode.Scalar) -> Bool) -> String {
    let before = attempt.before
    guard let start = firstMistake(in: before) else {
      return Expectation.sentence(
        "\(quoted(attempt.after)) has no place behind \(quoted(endOf: before))",
        expected: expected(behind: attempt.point.before, where: isTaken))
    }
    let next = self.next(to: attempt, from: start, isTaken: isTaken)
    if next.isEmpty { return nothing(behind: before[..<start], before: attempt.after) }
    return refusal(of: before[start...], behind: before[..<start], expected: next)
  }

  /// What would be taken in place of an insertion which goes wrong at an offset.
  func next(
    to attempt: Attempt, from start: Int, isTaken: (Unicode.Scalar) -> Bool
  ) -> String {
    attempt.isTyped
      ? expected(behind: attempt.point.before, where: isTaken)
      : expected(behind: attempt.before[..<start])
  }

  /// Where the first scalar begins with which a text begins no complete one any more.
  func firstMistake(in text: ArraySlice<UInt8>) -> Int? {
    guard !text.isEmpty, !begins(text) else { return nil }
    var reader = ScalarReader(text)
    var starts = [reader.index]
    // What is longer than the form is wrong after its end at the latest.
    while starts.count <= form.places.count + 1, reader.next() != nil {
      starts.append(reader.index)
    }
    // With a text each text begins that it begins with, so that a half of what is left tells
    // enough.
    var (right, wrong) = (0, starts.count - 1)
    while right + 1 < wrong {
      let middle = (right + wrong) / 2
      if begins(text[..<starts[middle]]) { right = middle } else { wrong = middle }
    }
    return starts[right]
  }

  /// Why the first scalar of the one text cannot follow the other one.
  func refusal(
    of rest: ArraySlice<UInt8>, behind before: ArraySlice<UInt8>, expected next: String
  ) -> String {
    var reader = ScalarReader(rest)
    let scalar = reader.next() ?? "\u{FFFD}"
    let character = "\(Quotation(shown(rest[..<reader.index])))"
    if next.isEmpty { return nothing(behind: before, before: []) }
    if next == "a digit", form.literal(scalar) == nil { return "\(character) is not a digit" }
    if let free = form.filled(by: before).map({ form.free[$0] }), free < form.places.count,
      form.places[free] == .capital, scalar.isLetter, scalar.capital == nil
    {
      return Expectation.sentence("\(character) has no single capital", expected: next)
    }
    let place = before.isEmpty ? "come first" : "follow \(quoted(endOf: before))"
    return Expectation.sentence("\(character) cannot \(place)", expected: next)
  }

  /// What can follow a text; nothing where it begins no complete one, or is complete.
  func expected(behind before: ArraySlice<UInt8>) -> String {
    let place = form.filled(by: before) ?? form.places.count
    let literals = form.run(from: place)
    return expected(behind: before) { scalar in
      if literals.first == .literal(scalar) { return true }
      var text = Array(before)
      for case .literal(let literal) in literals { text += String(literal).utf8 }
      return begins(text[...] + String(scalar).utf8)
    }
  }

  private func expected(
    behind before: ArraySlice<UInt8>, where isTaken: (Unicode.Scalar) -> Bool
  ) -> String {
    guard let place = form.filled(by: before), place < form.places.count else { return "" }
    var choices: [String] = []
    let free = form.free[place]
    // A literal that the place after it takes as well is named with what that takes.
    let isNamed = { free < form.places.count && form.places[free].taking($0) != nil }
    if case .literal(let literal) = form.places[place], !isNamed(literal), isTaken(literal) {
      choices.append("\(Quotation([literal]))")
    }
    guard free < form.places.count else { return Expectation.either(choices) }
    switch form.places[free] {
    case .digit:
      let digits = (ASCII.zero...ASCII.nine).filter { isTaken(Unicode.Scalar($0)) }
      choices += Expectation.runs(of: digits) { shown([$0]) }
    case .hexadecimal: choices += isTaken("0") ? ["0–9", "A–F"] : []
    case .capital, .letter: choices += isTaken("A") ? ["a letter"] : []
    case .alphanumeric: choices += isTaken("A") ? ["a letter", "a digit"] : []
    case .literal: break
    }
    return Expectation.either(choices)
  }

  /// What a text lacks, given whether a scalar would be taken at a place in it, or why it is none
  /// of the form.
  func incompleteness(
    of text: ArraySlice<UInt8>, at point: InsertionPoint, isTaken: (Unicode.Scalar) -> Bool
  ) -> String {
    if !begins(text), let start = firstMistake(in: text) {
      let next = expected(behind: text[..<start])
      return refusal(of: text[start...], behind: text[..<start], expected: next)
    }
    let place = form.filled(by: text) ?? 0
    let missing = form.places[place...].filter { !$0.isLiteral }
    let next = expected(behind: point.before, where: isTaken)
    guard let first = missing.first else {
      return next.isEmpty
        ? Expectation.more(behind: Array(shown(text).utf8)[...]) : "expected \(next)"
    }
    let word = missing.allSatisfy { $0.name == first.name } ? first.name : nil
    let count = Expectation.more(missing.count, word ?? "character")
    // All of a class: the count says as much.
    let isAny = ["a digit", "a letter", "a letter or a digit", "0–9 or A–F"].contains(next)
    return isAny && word != nil || next.isEmpty ? count : "\(count): expected \(next)"
  }

  private func nothing(
    behind front: ArraySlice<UInt8>, before after: ArraySlice<UInt8>
  ) -> String {
    Expectation.nothing(
      behind: Array(shown(front).utf8)[...], before: Array(shown(after).utf8)[...])
  }

  private func quoted(_ text: ArraySlice<UInt8>) -> String { "\(Quotation(shown(text)))" }

  private func quoted(endOf text: ArraySlice<UInt8>) -> String {
    "\(Quotation(endOf: Array(shown(text).utf8)[...]))"
  }

  func shown(_ text: ArraySlice<UInt8>) -> String { form.shown(text, in: notation) }
}

extension Expectation {
  /// How many more of something there must be.
  static func more(_ count: Int, _ name: String) -> String {
    if count == 1 { return "one more \(name)" }
    return name == "letter or digit" ? "\(count) more letters or digits" : "\(count) more \(name)s"
  }
}
