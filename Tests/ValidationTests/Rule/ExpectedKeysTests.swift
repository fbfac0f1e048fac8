import TestSupport
import Testing
import Validation

/// The keys named by a refusal of a number, a card, a mask or a date are accepted there, and others
/// are refused.
struct ExpectedKeysTests {
  struct Subject: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var format: FieldFormat
    var digits: [Unicode.Scalar] = Array("0123456789".unicodeScalars)
    var others: [Unicode.Scalar]
    /// The maximum number of texts.
    var texts = Seeded.isLong ? 15 : 7

    var keys: [Unicode.Scalar] { digits + others }
  }

  static let subjects: [Subject] =
    ExhaustiveTests.grammars.map { small, locale in
      let symbols = locale.symbols
      let minus = symbols.minus.unicodeScalars.filter { "-\u{2212}".unicodeScalars.contains($0) }
      return Subject(
        testDescription: "\(small) \(locale)", format: locale.format(small.grammar),
        digits: (0...9).flatMap { symbols.digit($0).unicodeScalars },
        others: symbols.point.unicodeScalars + minus + ["x"])
    }
    + CardAndHexTests.all.map { small in
      // A space does not change a card, and lower case is accepted as upper case.
      let keys = small.kind is ReferenceCards ? "" : " "
      return Subject(
        testDescription: small.testDescription, format: FieldFormat(grammar: small.grammar),
        others: Array("ABFxZ()+-#/.:T\(keys)".unicodeScalars))
    }
    + FixedFormTests.all.map { small in
      // In a date, other separators are accepted as its own.
      let separators = Set(small.pieces.joined().filter { !$0.isNumber && $0 != "T" })
      let own = separators.count == 1 ? String(separators) : ""
      let others = small.form.isDate ? own : "()+-#/.:T a"
      return Subject(
        testDescription: small.testDescription, format: FieldFormat(grammar: small.grammar),
        others: Array("ABFxZ\(others)".unicodeScalars))
    }

  @Test(arguments: subjects)
  func expectedIsWhatIsTaken(subject: Subject) {
    let format = subject.format
    let texts = format.reachableTexts(by: subject.keys, upTo: .max, atMost: 4 * subject.texts)
    var refusals = 0
    var differences: [String] = []
    for text in texts.indices where text % max(1, texts.count / subject.texts) == 0 {
      let text = texts[text]
      let end = format.places(in: text).count - 1
      for place in 0...end {
        for range in [place..<place, place..<min(place + 1, end)] {
          let selection = Selection(anchor: range.lowerBound, caret: range.upperBound)
          var taken: Set<Unicode.Scalar> = []
          var messages: Set<String> = []
          for key in subject.keys {
            let edit = Edit(range: range, replacement: String(key), isTyped: true)
            switch format.outcome(of: edit, in: EditState(text: text, selection: selection)) {
            case .accepted: taken.insert(key)
            case .moved: if "0"..."9" ~= key { taken.insert(key) }
            case .rejected(let rejection): messages.insert(rejection.message)
            }
          }
          refusals += messages.count
          let state = EditState(text: text, selection: selection)
          if case .incomplete(let reason) = format.content(of: state),
            let named = namedAtTheCaret(reason.description, of: subject), named != taken
          {
            differences.append("\(MarkedText(state)): \(reason), not \(taken)")
          }
          for message in messages
          where !message.contains("grouping separator")
            && !expected(by: message, of: subject).contains(taken)
          {
            differences.append("\(text) \(range): \(message), not \(taken)")
          }
        }
      }
    }
    #expect(refusals > 50)
    #expect(differences.isEmpty, "\(differences.count) \(differences.prefix(6))")
  }

  /// The keys that a reason names for the caret; nil if it concerns another position.
  private func namedAtTheCaret(_ reason: String, of subject: Subject) -> Set<Unicode.Scalar>? {
    guard !reason.contains(/cannot (follow|start|come)|is no |is not a|days|check digit/),
      case .scalars(let claims, isWhole: true) = SaidExpectation(reason)
    else { return nil }
    return Set(subject.keys.filter { key in claims.contains { $0.names(key, after: 0) } })
  }

  /// The sets of keys that a message can mean.
  private func expected(by message: String, of subject: Subject) -> [Set<Unicode.Scalar>] {
    if case .scalars(let claims, isWhole: true) = SaidExpectation(message) {
      return [Set(subject.keys.filter { key in claims.contains { $0.names(key, after: 0) } })]
    }
    // These messages name only the class of the key, and not the accepted keys.
    let letters = Set(subject.others.filter { $0.properties.isAlphabetic })
    if message.hasSuffix("is not a letter or digit") { return [letters.union(subject.digits)] }
    if message.hasSuffix("is not a letter") { return [letters] }
    return message.hasSuffix("is not a digit") ? [[], Set(subject.digits)] : [[]]
  }
}
