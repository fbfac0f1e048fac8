import Testing
import Validation

/// What the reason of a pattern, a text or a choice says may come is accepted in that place, and what
/// it does not name is not.
struct ExpectationTests {
  struct Subject: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var format: FieldFormat
    var keys: [Unicode.Scalar]
    var longest = 4
  }

  private static let world =
    ReferencePattern.world + "cz\n\r\"\\Zé7ж\u{2003},\u{663}".unicodeScalars

  static let subjects: [Subject] =
    PatternTests.patterns.map { small in
      Subject(
        testDescription: "\(small.testDescription)", format: small.format,
        keys: ReferencePattern.world, longest: small.longest < 5 ? 3 : 4)
    }
    + ([0...1, 1...1, 2...3, 3...3] as [ClosedRange<Int>]).map { length in
      Subject(
        testDescription: "text \(length)",
        format: FieldFormat(grammar: TextGrammar(length: length)),
        keys: Array("ab\u{301}😀".unicodeScalars), longest: 3)
    }
    + (ChoiceTests.choices + [["true", "false"], Array("abcdefghz").map { "x\($0)1" }]).map {
      names in
      Subject(
        testDescription: "\(names)", format: FieldFormat(grammar: ChoiceGrammar(names)),
        keys: Array(Set(names.flatMap(\.unicodeScalars))).sorted(), longest: 4)
    }

  @Test(arguments: subjects)
  func everyRefusedKeyIsToldWhatIsAcceptedThere(subject: Subject) {
    let keys = ExpectationTests.world + subject.keys.filter { !ExpectationTests.world.contains($0) }
    var differences: [String] = []
    var known: Set<[UInt8]> = []
    for text in subject.format.reachableTexts(by: subject.keys, upTo: subject.longest) {
      let places = subject.format.places(in: text)
      for place in places.indices {
        let before = text[..<places[place]]
        let after = text[places[place]...]
        let isBeginning = takes(String(before), at: "", "", subject.format)
        // What is not even a beginning is found fault with first, and once.
        let front = isBeginning ? String(before) : beginning(of: before, subject.format)
        for key in isBeginning ? keys : Array(keys.prefix(1)) {
          let edit = Edit(range: place..<place, replacement: String(key), isTyped: true)
          let state = EditState(text: text, selection: Selection(caret: place))
          guard case .rejected(let rejection) = subject.format.outcome(of: edit, in: state) else {
            continue
          }
          let reason = rejection.message
          guard known.insert(Array("\(front)\0\(after)\0\(reason)".utf8)).inserted else { continue }
          difference(
            reason, front, String(after), String(before) + String(key) + after, keys, subject.format
          )
          .map {
            differences.append("\(before.debugDescription)|\(after) \(key): \(reason): \($0)")
          }
        }
      }
    }
    #expect(differences.isEmpty, "\(differences.count) \(differences.prefix(6))")
  }

  @Test(arguments: subjects)
  func everyIncompleteTextIsToldWhatIsAcceptedAtTheCaret(subject: Subject) {
    let keys = ExpectationTests.world + subject.keys.filter { !ExpectationTests.world.contains($0) }
    var differences: [String] = []
    for text in subject.format.reachableTexts(by: subject.keys, upTo: subject.longest) {
      let isBeginning = takes(text, at: "", "", subject.format)
      let places = subject.format.places(in: text)
      for place in places.indices {
        let state = EditState(text: text, selection: Selection(caret: place))
        guard case .incomplete(let reason) = subject.format.content(of: state) else { break }
        // What is not even a beginning is found fault with first.
        let front =
          isBeginning ? String(text[..<places[place]]) : beginning(of: text[...], subject.format)
        let after = isBeginning ? String(text[places[place]...]) : ""
        difference(reason.description, front, after, text, keys, subject.format)
          .map { differences.append("\(MarkedText(state)): \(reason): \($0)") }
      }
    }
    #expect(differences.isEmpty, "\(differences.count) \(differences.prefix(6))")
  }

  /// What is wrong with a reason for what stands between two texts.
  private func difference(
    _ reason: String, _ front: String, _ after: String, _ whole: String, _ keys: [Unicode.Scalar],
    _ format: FieldFormat
  ) -> String? {
    let taken = keys.filter { takes(String($0), at: front, after, format) }
    if reason.count >= 160 { return "is long" }
    switch SaidExpectation(reason) {
    case nil: return "says nothing of what is expected"
    case .nothing: return taken.isEmpty ? nil : "takes \(taken)"
    case .atMost(let most):
      return whole.count > most ? nil : "there are \(whole.count)"
    case .more(let count):
      let longer = whole + String(repeating: "a", count: count)
      return format.content(of: longer).value != nil
        && format.content(of: String(longer.dropLast())).value == nil
        ? nil : "\(longer) is something else"
    case .scalars(let claims, let isWhole):
      let count = front.unicodeScalars.count
      let named = keys.filter { key in claims.contains { $0.names(key, behind: count) } }
      if named.isEmpty { return "names nothing" }
      if let wrong = named.first(where: { !taken.contains($0) }) { return "\(wrong) is not taken" }
      if isWhole, let other = taken.first(where: { !named.contains($0) }) {
        return "\(other) is taken too"
      }
      return nil
    }
  }

  private func takes(
    _ text: String, at front: String, _ after: String, _ format: FieldFormat
  ) -> Bool {
    if text.isEmpty { return true }
    let place = format.places(in: front).count - 1
    let state = EditState(text: front + after, selection: Selection(caret: place))
    let edit = Edit(
      range: place..<place, replacement: text, isTyped: text.unicodeScalars.count == 1)
    return format.outcome(of: edit, in: state).isAccepted
  }

  // The longest beginning of a text that begins a complete one.
  private func beginning(of text: Substring, _ format: FieldFormat) -> String {
    let scalars = text.unicodeScalars
    let ends = Array(scalars.indices) + [scalars.endIndex]
    return ends.map { String(scalars[..<$0]) }.last { takes($0, at: "", "", format) } ?? ""
  }
}
