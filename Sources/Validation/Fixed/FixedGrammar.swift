/// A kind of field whose texts fill a row of places with literals between them: masks, dates, times.
public protocol FixedGrammar: Grammar {
  /// The places and literals.
  var form: FixedForm { get }

  /// Whether some complete text has what is in every part up to the caret.
  func begins(_ text: FixedText) -> Bool

  /// The value of what is in the form; `nil` where it is not complete.
  func value(of text: FixedText) -> Value?

  /// Whether some complete text has what is in a run.
  func begins(_ run: FixedRun) -> Bool

  /// The value of a run; `nil` where it is not complete.
  func value(of run: FixedRun) -> Value?

  /// What a value is written as, with digits of ASCII; `nil` where the form does not hold it.
  func shown(_ value: Value) -> [Unicode.Scalar]?

  /// What a letter stands for in an empty form, with digits of ASCII: `t` for today.
  func abbreviated(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]?

  /// Why what is in the form begins no complete text, where more can be said than what is expected.
  func objection(to text: FixedText, in notation: Notation) -> Reason.Detail?

  /// What is in the form with the part at the caret changed by a number; `nil` where there is none.
  func stepped(_ text: FixedText, by count: Int) -> [Unicode.Scalar]?
}

extension FixedGrammar {
  /// Takes whatever the places take.
  public func begins(_ text: FixedText) -> Bool { true }

  /// Takes whatever the places take.
  public func begins(_ run: FixedRun) -> Bool { true }

  /// Nothing is abbreviated.
  public func abbreviated(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? { nil }

  /// There is no more to say.
  public func objection(to text: FixedText, in notation: Notation) -> Reason.Detail? { nil }

  /// Nothing can be stepped.
  public func stepped(_ text: FixedText, by count: Int) -> [Unicode.Scalar]? { nil }

  /// The characters in places, with literals between them.
  public func reading(of text: String, in notation: Notation) -> Reading {
    FixedRule(grammar: self, notation: notation).reading(of: text)
  }

  /// Judges one edit: a character goes into the stretch at the caret, literals are passed.
  public func outcome(of edit: Edit, in state: EditState, in notation: Notation) -> Outcome {
    FixedRule(grammar: self, notation: notation).outcome(of: edit, in: state)
  }

  /// What the text amounts to, if the form shows it so.
  public func content(of state: EditState, in notation: Notation) -> FieldContent {
    FixedRule(grammar: self, notation: notation).content(of: state)
  }

  /// The text of a value, with the digits of the locale.
  public func text(for value: Value, in notation: Notation) -> String? {
    shown(value).map(FixedRule(grammar: self, notation: notation).string)
  }

  /// Takes a text with a letter or a digit for something.
  public func meaning(ofRefused text: String, in notation: Notation) -> RefusedMeaning {
    meaningOfPlaces(text)
  }

  /// The state with the part at the caret changed by so many steps.
  public func stepped(_ state: EditState, by count: Int, in notation: Notation) -> EditState? {
    FixedRule(grammar: self, notation: notation).stepped(state, by: count)
  }

  /// Whether some complete text has what is in its places.
  public func canGoOn(_ state: EditState, in notation: Notation) -> Bool {
    FixedRule(grammar: self, notation: notation).canGoOn(state)
  }

  /// Nothing is completed: literals are shown as soon as they are reached.
  public func completion(of state: EditState, in notation: Notation) -> Edit? { nil }
}

extension Grammar {
  /// What a refused text could have meant where only letters and digits mean something.
  func meaningOfPlaces(_ text: String) -> RefusedMeaning {
    text.unicodeScalars.contains { $0.isLetter || $0.decimalDigit != nil } ? .something : .nothing
  }
}
