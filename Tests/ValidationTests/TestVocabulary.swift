import Validation

extension SmallGrammar {
  func value(_ scaled: Int) -> Value {
    guard fractionDigits > 0 else { return .integer(scaled) }
    var digits = String(abs(scaled))
    while digits.count <= fractionDigits { digits = "0" + digits }
    let sign = scaled < 0 ? "-" : ""
    return .decimal(
      ExactDecimal("\(sign)\(digits.dropLast(fractionDigits)).\(digits.suffix(fractionDigits))")!)
  }
}

extension Locale {
  /// An English text without groups in the symbols and groups of the locale.
  func translated(_ text: String) -> String {
    symbols.text(text.filter { "0123456789.-".contains($0) }.map { $0 })
      + text.filter { !"0123456789.-,".contains($0) }
      + (text == "," ? symbols.separator ?? "," : "")
  }

  func translated(_ text: String, minimumFractionDigits: Int) -> String {
    var text = text
    let fraction = text.firstIndex(of: ".").map { text[$0...].count - 1 } ?? 0
    if fraction == 0, minimumFractionDigits > 0 { text += "." }
    if fraction < minimumFractionDigits {
      text += String(repeating: "0", count: minimumFractionDigits - fraction)
    }
    return translated(text)
  }
}

extension FieldFormat {
  /// Types a minus of several scalars as one edit.
  func keys(_ text: String) -> [Edit] {
    var pieces: [String] = []
    var rest = text
    let minus = notation.symbols.minusSign
    let isSigned = grammar is any NumberGrammar || grammar is DurationGrammar
    if isSigned, rest.unicodeScalars.starts(with: minus.unicodeScalars) {
      pieces = [minus]
      rest.unicodeScalars.removeFirst(minus.unicodeScalars.count)
    }
    if grammar is any NumberGrammar, let separator = notation.symbols.groupingSeparator {
      rest.unicodeScalars.removeAll { $0 == separator }
    }
    pieces += rest.unicodeScalars.map { String($0) }
    var editor = FieldEditor(format: self, text: "")
    return pieces.map { piece in
      let edit = Edit(range: editor.state.selection.range, replacement: piece, isTyped: true)
      editor.offer(edit)
      return edit
    }
  }
}

extension Outcome {
  enum Kind { case accepted, moved, rejected }

  var kind: Kind {
    switch self {
    case .accepted: .accepted
    case .moved: .moved
    case .rejected: .rejected
    }
  }

  var isApplied: Bool { kind == .accepted }
}

extension FieldContent {
  var value: Value? {
    guard case .complete(let value) = self else { return nil }
    return value
  }
}

extension String {
  /// Without zeros before other digits at the start.
  var trimmingZeros: String {
    let sign = hasPrefix("-") ? "-" : ""
    var rest = dropFirst(sign.count)
    while rest.first == "0", let next = rest.dropFirst().first, next.isNumber { rest.removeFirst() }
    return sign + rest
  }
}

/// For patterns that are valid masks.
func maskGrammar(_ pattern: String) -> MaskGrammar {
  do {
    return MaskGrammar(try TextMask(pattern))
  } catch {
    preconditionFailure("\(pattern) is no mask: \(error.message)")
  }
}
