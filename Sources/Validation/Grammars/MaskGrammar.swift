/// A grammar of the texts of a mask, for example `+1 (000) 000-0000`.
public struct MaskGrammar: FixedGrammar {
  /// The positions and literals.
  public let form: FixedForm

  private let pattern: String

  /// Creates a grammar of the texts of a mask.
  public init(_ mask: TextMask) {
    form = mask.form
    pattern = mask.pattern
  }

  /// Returns the text with its literals if every position is filled.
  public func value(of text: FixedText) -> Value? {
    text.isFull && text.hasRightClasses
      ? .text(String(String.UnicodeScalarView(text.shown))) : nil
  }

  /// Returns the text of a run that fills every position.
  public func value(of run: FixedRun) -> Value? {
    guard run.end - 1 == form.lastPlace else { return nil }
    let rest = form.slots[run.end...].reduce(into: run.text) { text, slot in
      if case .literal(let literal) = slot { text.unicodeScalars.append(literal) }
    }
    return .text(rest)
  }

  /// The traits: a numeric keyboard if every position accepts only a digit.
  public var traits: TextTraits {
    let isDigits = form.slots.allSatisfy { $0.isLiteral || $0 == .digit }
    return TextTraits(keyboard: isDigits ? .number : .text)
  }

  /// Returns the mask, in the syntax of definitions.
  public func expectation(in notation: Notation) -> FieldExpectation? { .mask(pattern) }

  /// Returns the text of the value, if it fills every position.
  public func shown(_ value: Value) -> [Unicode.Scalar]? {
    guard case .text(let string) = value else { return nil }
    let scalars = Array(string.unicodeScalars)
    guard let text = FixedText(form, shown: scalars), text.isFull, text.hasRightClasses else {
      return nil
    }
    return scalars
  }
}
