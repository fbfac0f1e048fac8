/// What a scalar is in a number, as people write it.
enum NumberMark {
  case digit(UInt8)
  /// The decimal separator.
  case point
  /// A separator that is none in the locale, and so can only be the decimal one.
  case foreignPoint
  case minus, grouping, foreign
}

extension Notation {
  /// The full stop and the comma of a Japanese keyboard, and the Arabic grouping separator.
  private static let otherSeparators: Set<Unicode.Scalar> = ["\u{3002}", "\u{3001}", "\u{66C}"]

  /// What a scalar is in a number that is typed or pasted.
  func mark(_ scalar: Unicode.Scalar) -> NumberMark {
    if let digit = digit(scalar) { return .digit(digit) }
    if scalar == symbols.decimalSeparator { return .point }
    if symbols.isGroupingSeparator(scalar) { return .grouping }
    if minusScalars == [scalar] { return .minus }
    switch scalar {
    // The Arabic one is the decimal separator wherever it is written.
    case "\u{66B}": return .point
    case ".", ",": return .foreignPoint
    case "-": return .minus
    default:
      // What people take for another scalar of ASCII is read as that.
      let plain = scalar.plain
      return plain == scalar ? .foreign : mark(plain)
    }
  }

  /// What a refused text could have meant in a number.
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
