/// A kind of field whose texts fill a fixed row of places.
public protocol SlotGrammar: Grammar {
  /// The places.
  var form: SlotForm { get }
}

extension SlotGrammar {
  /// Takes digits of the locale for those of ASCII.
  public func reading(of text: String, in notation: Notation) -> Reading {
    form.reading(of: text, in: notation)
  }

  /// Puts in the digits of the locale.
  public func display(_ text: [UInt8], caret: Int, in notation: Notation) -> EditState {
    form.display(text, caret: caret, in: notation)
  }

  /// Finds the place of each character, and brings along the literals before a place.
  ///
  /// A literal typed right before the same one moves past it.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    let insertion = SlotInsertion(form: form, point: point)
    if isTyped, let scalar = text.onlyScalar { return insertion.typed(scalar) }
    let scalars = Array(text.unicodeScalars)
    return insertion.pasted(Pasteboard.readings(of: scalars, in: notation))
  }

  /// Whether all places up to the end of the text are filled rightly.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool { form.filled(by: text) != nil }

  /// Whether there are places for all that follows.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    form.fits(before, followedBy: after)
  }

  /// Names the first character that has no place there, and what has.
  public func objection(to attempt: Attempt, in notation: Notation) -> String {
    objection(in: notation).message(to: attempt) {
      takes($0, at: attempt.point, in: notation)
    }
  }

  /// The text, if every place is filled.
  public func value(of text: [UInt8]) -> Value? {
    form.filled(by: text[...]) == form.places.count
      ? .text(String(decoding: text, as: UTF8.self)) : nil
  }

  /// Says how many places are free, or what is in a wrong one.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> String {
    objection(in: notation).incompleteness(of: text[...], at: point) {
      takes($0, at: point, in: notation)
    }
  }

  /// A text that fills every place.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .text(let text) = value else { return nil }
    let bytes = Array(text.utf8)
    return form.filled(by: bytes[...]) == form.places.count ? bytes : nil
  }

  /// Adds the literals at the end, where nothing else is missing.
  public func completion(of text: ArraySlice<UInt8>) -> [UInt8]? {
    guard let place = form.filled(by: text), place > 0, place < form.places.count,
      form.free[place] == form.places.count, begins(text)
    else { return nil }
    var text = Array(text)
    for case .literal(let literal) in form.places[place...] { text += String(literal).utf8 }
    return begins(text[...]) ? text : nil
  }

  func objection(in notation: Notation) -> SlotObjection {
    SlotObjection(form: form, notation: notation, begins: begins)
  }
}
