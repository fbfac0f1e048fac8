/// Texts of a form that a mask describes, such as `+1 (000) 000-0000`.
public struct MaskGrammar: FixedGrammar {
  /// The places and literals.
  public let form: FixedForm

  /// Creates a grammar of the texts of a mask.
  public init(_ mask: TextMask) {
    form = mask.form
  }

  /// The text with its literals, if every place is filled.
  public func value(of text: FixedText) -> Value? {
    text.isFull && text.hasRightClasses
      ? .text(String(String.UnicodeScalarView(text.shown))) : nil
  }

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
