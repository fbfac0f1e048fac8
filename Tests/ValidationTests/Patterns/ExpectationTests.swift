import TestSupport
import Testing
import Validation

/// The next characters named by the reason of a pattern, a text or a choice are accepted there, and
/// others are not.
struct ExpectationTests {
  struct Subject: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var format: FieldFormat
    var keys: [Unicode.Scalar]
    var longest = 4
    var others = ExpectationTests.world

    // A sample is enough to test refusals.
    var pressed: [Unicode.Scalar] {
      let step = max(1, others.count / 16)
      return keys + stride(from: 0, to: others.count, by: step).map { others[$0] }
    }

    /// A third of many texts without `WORKBENCH_LONG=1`.
    var texts: [String] {
      let texts = format.reachableTexts(by: keys, upTo: longest)
      return Seeded.some(of: texts, every: texts.count < 30 ? 1 : 3)
    }

    var all: [Unicode.Scalar] { others + keys.filter { !others.contains($0) } }
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

  /// Wide sets, or sets that contain parts of named sets.
  static let wide: [Subject] = {
    typealias Set = [ClosedRange<UInt32>]
    let (digit, word, space) = (ScalarRanges.digit, ScalarRanges.word, ScalarRanges.space)
    let a: Set = [0x61...0x61]
    let noDigit = ScalarRanges.all(but: digit)
    let noWord = ScalarRanges.all(but: word)
    let noSpace = ScalarRanges.all(but: space)
    let rows: [(String, [Set], ClosedRange<Int>?)] = [
      ("\\W", [noWord], nil), ("\\D", [noDigit], nil), ("\\S", [noSpace], nil),
      ("a\\s", [a, space], nil), ("\\w\\d", [word, digit], nil), ("a\\s", [a, space], 1...1),
      ("a\\sa", [a, space, a], 2...3),
      ("x[\\-.]y", [[0x78...0x78], [0x2D...0x2E], [0x79...0x79]], nil),
      ("[^\\d]|1", [ScalarRanges.union(noDigit, "1")], nil),
      ("[\\d½]", [ScalarRanges.union(digit, "½")], nil),
      ("[^\\w-]", [ScalarRanges.all(but: ScalarRanges.union(word, "-"))], nil),
      ("[^\\sa]a", [ScalarRanges.all(but: ScalarRanges.union(space, "a")), a], 1...2),
      ("\\W\\W", [noWord, noWord], 1...1), ("\\D\\W", [noDigit, noWord], 1...1),
      ("\\p{Alphabetic}", [ScalarRanges.letter], nil), ("\\p{Lu}", [ScalarRanges.capital], nil),
      ("\\p{Ll}a", [ScalarRanges.small, a], nil),
      ("\\P{Ll}a", [ScalarRanges.all(but: ScalarRanges.small), a], nil),
      ("[!-/\u{301}]a", [[0x21...0x2F, 0x301...0x301], a], nil),
      ("a[!-/\u{301}]", [a, [0x21...0x2F, 0x301...0x301]], 1...1),
      ("[ -~\u{301}-\u{303}]a", [[0x20...0x7E, 0x301...0x303], a], 1...1),
      ("[01][ab]", [[0x30...0x31], [0x61...0x62]], nil),
      (".a", [ScalarRanges.anyInLine, a], 1...1),
      ("[\\s,]a", [[0x09...0x0D, 0x20...0x20, 0x2C...0x2C], a], nil),
      ("[\\n-\\r]a", [[0x0A...0x0D, 0x85...0x85, 0x2028...0x2029], a], nil),
    ]
    let latin = (0x01...0xFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
    let others =
      latin + "\u{301}\u{302}жЖ中\u{663}€\u{2003}\u{2028}\u{200D}😀🏽\u{600}🇩\u{1100}ʰⅧ".unicodeScalars
    return rows.map { name, sets, length in
      Subject(
        testDescription: "\(name) \(length.map { "\($0)" } ?? "")",
        format: FieldFormat(grammar: PatternGrammar(.row(sets), length: length)),
        keys: Array("ax1-\r\u{301}".unicodeScalars), longest: 3, others: others)
    }
  }()

  @Test(arguments: subjects + wide)
  func everyRefusedKeyIsToldWhatIsAcceptedThere(subject: Subject) {
    let keys = subject.all
    var differences: [String] = []
    var known: Set<[UInt8]> = []
    var taken: [[UInt8]: [Unicode.Scalar]] = [:]
    for text in subject.texts {
      let places = subject.format.places(in: text)
      for place in places.indices {
        let before = text[..<places[place]]
        let after = text[places[place]...]
        let isBeginning = begins(String(before), subject.format)
        // An error in the beginning is reported first, and once.
        let front = isBeginning ? String(before) : beginning(of: before, subject.format)
        for key in isBeginning ? subject.pressed : Array(keys.prefix(1)) {
          let edit = Edit(range: place..<place, replacement: String(key), isTyped: true)
          let state = EditState(text: text, selection: Selection(caret: place))
          guard case .rejected(let rejection) = subject.format.outcome(of: edit, in: state) else {
            continue
          }
          let reason = rejection.message
          guard known.insert(Array("\(front)\0\(after)\0\(reason)".utf8)).inserted else { continue }
          let place = Array("\(front)\0\(after)".utf8)
          let accepted =
            taken[place]
            ?? keys.filter { takes(String($0), at: front, String(after), subject.format) }
          taken[place] = accepted
          difference(
            reason, front, String(before) + String(key) + after, keys, taken: accepted,
            subject.format
          )
          .map {
            differences.append("\(before.debugDescription)|\(after) \(key): \(reason): \($0)")
          }
        }
      }
    }
    #expect(differences.isEmpty, "\(differences.count) \(differences.prefix(6))")
  }

  @Test(arguments: subjects + wide)
  func everyIncompleteTextIsToldWhatIsAcceptedAtTheCaret(subject: Subject) {
    let keys = subject.all
    var differences: [String] = []
    for text in subject.texts {
      let isBeginning = begins(text, subject.format)
      let places = subject.format.places(in: text)
      for place in places.indices {
        let state = EditState(text: text, selection: Selection(caret: place))
        guard case .incomplete(let reason) = subject.format.content(of: state) else { break }
        // An error in the beginning is reported first.
        let front =
          isBeginning ? String(text[..<places[place]]) : beginning(of: text[...], subject.format)
        let after = isBeginning ? String(text[places[place]...]) : ""
        let taken = keys.filter { takes(String($0), at: front, after, subject.format) }
        difference(reason.description, front, text, keys, taken: taken, subject.format)
          .map { differences.append("\(MarkedText(state)): \(reason): \($0)") }
      }
    }
    #expect(differences.isEmpty, "\(differences.count) \(differences.prefix(6))")
  }

  /// The fault of a reason for the position between two texts, if any.
  private func difference(
    _ reason: String, _ front: String, _ whole: String, _ keys: [Unicode.Scalar],
    taken: [Unicode.Scalar],
    _ format: FieldFormat
  ) -> String? {
    if reason.count >= 160 { return "is long" }
    switch SaidExpectation(reason) {
    case nil: return "says nothing of what is expected"
    case .nothing: return taken.isEmpty ? nil : "takes \(taken)"
    case .elsewhere:
      let marks: Set<Unicode.GeneralCategory> = [.nonspacingMark, .spacingMark, .format]
      return taken.allSatisfy { marks.contains($0.properties.generalCategory) }
        ? nil : "takes \(taken)"
    case .atMost(let most):
      return whole.count > most ? nil : "there are \(whole.count)"
    case .more(let count):
      let longer = whole + String(repeating: "a", count: count)
      return format.content(of: longer).value != nil
        && format.content(of: String(longer.dropLast())).value == nil
        ? nil : "\(longer) is something else"
    case .scalars(let claims, let isWhole):
      let count = front.unicodeScalars.count
      let answers = keys.map { ($0, claims.answer($0, after: count)) }
      var named = answers.filter { $0.1 == true }.map(\.0)
      if format.grammar is ChoiceGrammar {
        // The name may be the text in another case.
        if claims.allSatisfy({ $0.isText(whole) }) { return nil }
        named = keys.filter { key in named.contains { lowercased($0) == lowercased(key) } }
      }
      let unknown = answers.filter { $0.1 == nil }.map(\.0)
      if named.isEmpty, unknown.isEmpty { return "names nothing" }
      if let wrong = named.first(where: { !taken.contains($0) }) { return "\(wrong) is not taken" }
      if isWhole, let other = taken.first(where: { !named.contains($0) && !unknown.contains($0) }) {
        return "\(other) is taken too"
      }
      return nil
    }
  }

  private func lowercased(_ scalar: Unicode.Scalar) -> String {
    let other = scalar.properties.lowercaseMapping
    return other.unicodeScalars.count == 1 ? other : String(scalar)
  }

  private func takes(
    _ text: String, at front: String, _ after: String, _ format: FieldFormat
  ) -> Bool {
    if text.isEmpty { return true }
    let place = format.places(in: front).count - 1
    let state = EditState(text: front + after, selection: Selection(caret: place))
    let edit = Edit(
      range: place..<place, replacement: text, isTyped: text.unicodeScalars.count == 1)
    return format.outcome(of: edit, in: state).isApplied
  }

  private func begins(_ text: String, _ format: FieldFormat) -> Bool {
    (format.grammar as! any InnerTextGrammar).begins(Array(text.utf8)[...])
  }

  // The longest beginning that a complete text has.
  private func beginning(of text: Substring, _ format: FieldFormat) -> String {
    let scalars = text.unicodeScalars
    let ends = Array(scalars.indices) + [scalars.endIndex]
    return ends.map { String(scalars[..<$0]) }.last { begins($0, format) } ?? ""
  }
}
