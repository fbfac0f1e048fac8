/// Texts of exactly so many hexadecimal digits, their letters in upper case.
public struct HexGrammar: SlotGrammar {
  /// The places.
  public let form: SlotForm

  /// Creates a grammar of the texts with so many digits, of which there is one at least.
  public init(digits: Int) {
    precondition(digits > 0, "a hexadecimal text has a digit at least")
    form = SlotForm([Slot](repeating: .hexadecimal, count: digits), hasLocalDigits: false)
  }

  /// Puts letters into upper case, and takes one `0x` or `#` off a paste.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    let insertion = SlotInsertion(form: form, point: point)
    if isTyped, let scalar = text.onlyScalar { return insertion.typed(scalar) }
    let scalars = Array(text.unicodeScalars)
    return insertion.pasted(
      Pasteboard.readings(of: scalars, in: notation).map(HexKind.withoutSign))
  }

  /// Names the first character that is no digit, or says how many digits there are.
  public func objection(to attempt: Attempt, in notation: Notation) -> String {
    let count = form.places.count
    let text = attempt.inner
    if text.count > count, text.allSatisfy({ form.places[0].holds(Unicode.Scalar($0)) }) {
      return "at most \(count) hexadecimal digit\(count == 1 ? "" : "s")"
    }
    return objection(in: notation).message(to: attempt) {
      takes($0, at: attempt.point, in: notation)
    }
  }
}
