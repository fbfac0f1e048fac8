extension FieldFormat {
  /// Converts a state of another format to this one.
  ///
  /// A text that keeps its meaning stays unchanged. Otherwise its characters are converted to the
  /// symbols and groups of this format, with the same selection. If a complete text still changes
  /// its meaning, it is written anew from its value, with the caret at the end.
  func translated(_ state: EditState, from other: FieldFormat) -> EditState {
    let content = other.content(of: state.text)
    let known: Value? = if case .complete(let value) = content { value } else { nil }
    if let known, value(of: state.text) == known { return state }
    let translation = transcribed(state, from: other)
    guard let known, value(of: translation.text) != known else { return translation }
    let text = text(for: known)
    guard value(of: text) == known else { return translation }
    return FieldEditor(format: self, text: text).state
  }

  private func transcribed(_ state: EditState, from other: FieldFormat) -> EditState {
    let (old, new) = (other.notation, notation)
    guard old.symbols != new.symbols || old.isGrouped != new.isGrouped else { return state }
    guard let grammar = grammar as? any InnerTextGrammar,
      let reader = other.grammar as? any InnerTextGrammar
    else { return withDigits(of: state, from: other) }
    let reading = reader.reading(of: state.text, in: old)
    let ends = [state.selection.anchor, state.selection.caret].map {
      grammar.display(reading.bytes, caret: reading.boundaries[$0], in: new)
    }
    return EditState(
      text: ends[1].text,
      selection: Selection(anchor: ends[0].selection.caret, caret: ends[1].selection.caret))
  }

  // A fixed form keeps its positions; only the digits differ.
  private func withDigits(of state: EditState, from other: FieldFormat) -> EditState {
    var translation = state
    let zero = notation.symbols.zeroDigit.value
    translation.text = String(
      String.UnicodeScalarView(
        state.text.unicodeScalars.map { scalar in
          guard let digit = other.notation.digit(scalar) else { return scalar }
          return Unicode.Scalar(zero + UInt32(digit)) ?? scalar
        }))
    translation.layout = state.layout
    return translation
  }
}
