/// Texts of a form that a mask describes, such as `+1 (000) 000-0000`.
public struct MaskGrammar: SlotGrammar {
  /// The places.
  public let form: SlotForm

  /// Creates a grammar of the texts of a mask.
  public init(_ mask: TextMask) {
    form = SlotForm(mask.places)
  }
}
