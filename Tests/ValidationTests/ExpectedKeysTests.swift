import Testing
import Validation

/// What a refusal names as expected is taken there, and what it does not name is refused.
struct ExpectedKeysTests {
  struct Subject: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var format: FieldFormat
    var digits = (0...9).map(String.init)
    /// Keys beside the digits, with the words that name them.
    var others: [(key: String, name: String)]
    /// The most texts that are looked at.
    var texts = 15

    var keys: [String] { digits + others.map(\.key) }

    /// Each way to name keys, longer ones before those that they begin with.
    var words: [(String, Set<String>)] {
      let letters = Set(others.map(\.key).filter { $0.first!.isLetter })
      var words = [
        ("a letter or digit", letters.union(digits)), ("a letter", letters),
        ("a digit", Set(digits)), ("A–F", letters.intersection(["a", "A", "B", "F"])),
      ]
      words += (others + digits.map { ($0, "\"\($0)\"") }).map { ($0.name, [$0.key]) }
      for (first, digit) in digits.enumerated() {
        words += digits[first...].indices.dropFirst().map {
          ("\(digit)–\(digits[$0])", Set(digits[first...$0]))
        }
      }
      return words + digits.map { ($0, [$0]) }
    }
  }

  static let subjects: [Subject] =
    ExhaustiveTests.grammars.map { small, locale in
      let symbols = locale.symbols
      let minus = symbols.minus.unicodeScalars.filter { "-\u{2212}".unicodeScalars.contains($0) }
      return Subject(
        testDescription: "\(small) \(locale)", format: locale.format(small.grammar),
        digits: (0...9).map(symbols.digit),
        others: [
          (symbols.point, "\"\(symbols.point)\""), ("-", "\"\(String.UnicodeScalarView(minus))\""),
          ("x", "x"),
        ])
    }
    + SlotGrammarTests.all.map { small in
      Subject(
        testDescription: small.testDescription, format: FieldFormat(grammar: small.grammar),
        others: "aABFxZ()+- #/.:T".filter { !($0 == " " && small.kind is ReferenceCards) }
          .map { (String($0), "\"\($0)\"") })
    }

  @Test(arguments: subjects)
  func expectedIsWhatIsTaken(subject: Subject) {
    let format = subject.format
    let words = subject.words
    var refusals = 0
    for text in reachable(subject) {
      let end = format.places(in: text).count - 1
      for place in 0...end {
        for range in [place..<place, place..<min(place + 1, end)] {
          let selection = Selection(anchor: range.lowerBound, caret: range.upperBound)
          var taken: Set<String> = []
          var messages: Set<String> = []
          for key in subject.keys {
            let edit = Edit(range: range, replacement: key, isTyped: true)
            switch format.outcome(of: edit, in: EditState(text: text, selection: selection)) {
            case .accepted: taken.insert(key)
            case .moved: break
            case .rejected(let rejection): messages.insert(rejection.message)
            }
          }
          refusals += messages.count
          for message in messages where !message.contains("grouping separator") {
            let named = named(in: message, words)
            #expect(named != nil, "UNREAD \(message)")
            // Of what is no digit that is said, and no more where all of them would be taken.
            let expected =
              named != [] || !message.hasSuffix("is not a digit")
              ? named : taken == Set(subject.digits) ? taken : []
            #expect(expected == taken, "\(text) \(range): \(message)")
          }
        }
      }
    }
    #expect(refusals > 50)
  }

  /// The keys that the words behind "expected" stand for; nil where some are not understood.
  private func named(in message: String, _ words: [(String, Set<String>)]) -> Set<String>? {
    guard let start = message.ranges(of: "; expected ").last else { return [] }
    var rest = message[start.upperBound...]
    var named: Set<String> = []
    while !rest.isEmpty {
      guard let (word, keys) = words.first(where: { rest.hasPrefix($0.0) }) else { return nil }
      named.formUnion(keys)
      rest = rest.dropFirst(word.count)
      for joint in [", ", " or "] where rest.hasPrefix(joint) { rest = rest.dropFirst(joint.count) }
    }
    return named
  }

  /// Texts that single keys lead to, the first so many.
  private func reachable(_ subject: Subject) -> [String] {
    var found: Set<String> = [""]
    var pending = [""]
    var next = 0
    while next < pending.count, pending.count < 4 * subject.texts {
      let text = pending[next]
      next += 1
      let end = subject.format.places(in: text).count - 1
      for place in 0...end {
        let typed = subject.keys.map { Edit(range: place..<place, replacement: $0, isTyped: true) }
        let erased = Edit(range: place..<min(place + 1, end), replacement: "", isTyped: true)
        for edit in typed + [erased] {
          let outcome = subject.format.outcome(
            of: edit, in: EditState(text: text, selection: Selection(caret: place)))
          guard case .accepted(let state, _) = outcome, found.insert(state.text).inserted else {
            continue
          }
          pending.append(state.text)
        }
      }
    }
    let step = max(1, pending.count / subject.texts)
    return stride(from: 0, to: pending.count, by: step).map { pending[$0] }
  }
}
