/// The role of a scalar in a number.
enum NumberMark {
  case digit(UInt8)
  case point
  /// A separator not used in the locale, so it can only mean the decimal separator.
  case foreignPoint
  case minus, grouping, foreign
}

extension Notation {
  /// The full stop and comma of Japanese keyboards, and the Arabic grouping separator.
  private static let otherSeparators: Set<Unicode.Scalar> = ["\u{3002}", "\u{3001}", "\u{66C}"]

  func mark(_ scalar: Unicode.Scalar) -> NumberMark {
    if let digit = digit(scalar) { return .digit(digit) }
    if scalar == symbols.decimalSeparator { return .point }
    if symbols.isGroupingSeparator(scalar) { return .grouping }
    if minusScalars == [scalar] { return .minus }
    switch scalar {
    // The Arabic decimal separator is unambiguous in every locale.
    case "\u{66B}": return .point
    case ".", ",": return .foreignPoint
    case "-": return .minus
    default:
      // Read look-alikes as their ASCII counterparts.
      let plain = scalar.plain
      return plain == scalar ? .foreign : mark(plain)
    }
  }

  func meaning(ofRefused text: String) -> RefusedMeaning {
    let scalars = text.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first {
      switch mark(scalar) {
      case .point, .foreignPoint, .grouping: return .separator
      case .digit, .minus: return .something
      case .foreign: return Self.otherSeparators.contains(scalar) ? .separator : .nothing
      }
    }
    let isMeant = scalars.contains { if case .foreign = mark($0) { false } else { true } }
    return isMeant || text.contains(symbols.minusSign) ? .something : .nothing
  }
}
