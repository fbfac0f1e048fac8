/// Says why an insertion into a row of places is refused, and what would have been accepted.
struct SlotObjection {
  let form: SlotForm
  let notation: Notation

  /// Whether some complete text begins with a text.
  let begins: (ArraySlice<UInt8>) -> Bool

  /// The message for an insertion that ends the first of the two texts.
  func message(to before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> String {
    if let start = firstMistake(in: before) {
      return refusal(of: before[start...], behind: before[..<start])
    }
    return "\(quoted(after)) has no place behind \(quoted(before))"
  }

  /// Where the first scalar begins with which a text begins no complete one any more.
  func firstMistake(in text: ArraySlice<UInt8>) -> Int? {
    var reader = ScalarReader(text)
    var start = reader.index
    while reader.next() != nil {
      if !begins(text[..<reader.index]) { return start }
      start = reader.index
    }
    return nil
  }

  /// Why the first scalar of the one text cannot stand behind the other one.
  func refusal(of rest: ArraySlice<UInt8>, behind before: ArraySlice<UInt8>) -> String {
    var reader = ScalarReader(rest)
    let scalar = reader.next() ?? "\u{FFFD}"
    let character = "\(Quotation(shown(rest[..<reader.index])))"
    let next = expected(behind: before)
    if next.isEmpty { return "nothing can follow \(quoted(before))" }
    if next == "a digit", form.literal(scalar) == nil { return "\(character) is not a digit" }
    let place = before.isEmpty ? "come first" : "follow \(quoted(before))"
    return "\(character) cannot \(place); expected \(next)"
  }

  /// What can follow a text; nothing where it begins no complete one, or is complete.
  func expected(behind before: ArraySlice<UInt8>) -> String {
    guard let place = form.filled(by: before), place < form.places.count else { return "" }
    var choices: [String] = []
    if case .literal(let literal) = form.places[place] {
      choices.append("\(Quotation([literal]))")
    }
    let free = form.free[place]
    guard free < form.places.count else { return Expectation.either(choices) }
    var text = Array(before)
    for case .literal(let literal) in form.run(from: place) { text += String(literal).utf8 }
    switch form.places[free] {
    case .digit:
      let digits = (ASCII.zero...ASCII.nine).filter { begins((text + [$0])[...]) }
      choices += Expectation.runs(of: digits) { shown([$0]) }
    case .hexadecimal: choices += ["0–9", "A–F"]
    case let slot: choices.append("a \(slot.name ?? "character")")
    }
    return Expectation.either(choices)
  }

  /// What a text lacks, or why it is none of the form.
  func incompleteness(of text: ArraySlice<UInt8>) -> String {
    if !begins(text), let start = firstMistake(in: text) {
      return refusal(of: text[start...], behind: text[..<start])
    }
    let place = form.filled(by: text) ?? 0
    let missing = form.places[place...].filter { !$0.isLiteral }
    let next = expected(behind: text)
    guard let first = missing.first else { return "expected \(next)" }
    let word = missing.allSatisfy { $0.name == first.name } ? first.name : nil
    let count = Expectation.more(missing.count, word ?? "character")
    let isKnown = next == "a \(first.name ?? "")" || next == "0–9 or A–F"
    return isKnown && word != nil ? count : "\(count): expected \(next)"
  }

  func quoted(_ text: ArraySlice<UInt8>) -> String { "\(Quotation(shown(text)))" }

  func shown(_ text: ArraySlice<UInt8>) -> String { form.shown(text, in: notation) }
}

extension Expectation {
  /// How many more of something there must be.
  static func more(_ count: Int, _ name: String) -> String {
    if count == 1 { return "one more \(name)" }
    return name == "letter or digit" ? "\(count) more letters or digits" : "\(count) more \(name)s"
  }
}
