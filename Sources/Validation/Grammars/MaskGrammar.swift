/// Texts of a form that a mask describes, such as `+1 (000) 000-0000`.
public struct MaskGrammar: FixedGrammar {
  /// The places and literals.
  public let form: FixedForm

  private let pattern: String

  /// Creates a grammar of the texts of a mask.
  public init(_ mask: TextMask) {
    form = mask.form
    pattern = mask.pattern
  }

  /// The text with its literals, if every place is filled.
  public func value(of text: FixedText) -> Value? {
    text.isFull && text.hasRightClasses
      ? .text(String(String.UnicodeScalarView(text.shown))) : nil
  }

  /// The text of a run that fills every place.
  public func value(of run: FixedRun) -> Value? {
    guard run.end - 1 == form.lastPlace else { return nil }
    let rest = form.slots[run.end...].reduce(into: run.text) { text, slot in
      if case .literal(let literal) = slot { text.unicodeScalars.append(literal) }
    }
    return .text(rest)
  }

  /// Digits where every place takes one, else any keys.
  public var traits: TextTraits {
    let isDigits = form.slots.allSatisfy { $0.isLiteral || $0 == .digit }
    return TextTraits(keyboard: isDigits ? .number : .text)
  }

  /// The mask as a definition writes it.
  public func expectation(in notation: Notation) -> FieldExpectation? { .mask(pattern) }

  /// A text that fills every place.
  public func shown(_ value: Value) -> [Unicode.Scalar]? {
    guard case .text(let string) = value else { return nil }
    let scalars = Array(string.unicodeScalars)
    guard let text = FixedText(form, shown: scalars), text.isFull, text.hasRightClasses else {
      return nil
    }
    return scalars
  }
}
