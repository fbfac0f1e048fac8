/// The notation of a field: the symbols of its locale, the grouping, and the affixes before and
/// after its text.
public final class Notation: Sendable {
  // A class, because each edit passes the notation on often, and copying a struct would retain many
  // references.

  /// The symbols of the locale.
  public let symbols: NumberSymbols

  /// Whether digits are displayed in groups.
  public let isGrouped: Bool

  /// The text displayed before the field, for example a currency; it cannot be edited.
  public let prefix: String

  /// The text displayed after the field, for example a unit; it cannot be edited.
  public let suffix: String

  /// Whether the program requested grouping, even if the locale has no grouping separator.
  let asksForGroups: Bool

  let decimal: [UInt8]
  let grouping: [UInt8]
  let minus: [UInt8]
  let minusScalars: [Unicode.Scalar]

  let isASCII: Bool

  /// Creates a notation from symbols, grouping and affixes.
  ///
  /// - Precondition: the symbols are distinct, as in the initializer of ``NumberSymbols``.
  public init(
    symbols: NumberSymbols = .english, isGrouped: Bool = false, prefix: String = "",
    suffix: String = ""
  ) {
    // Check again, because the properties can be set after initialization.
    symbols.check()
    self.symbols = symbols
    asksForGroups = isGrouped
    self.isGrouped = isGrouped && symbols.groupingSeparator != nil
    self.prefix = prefix
    self.suffix = suffix
    decimal = Array(String(symbols.decimalSeparator).utf8)
    grouping = symbols.groupingSeparator.map { Array(String($0).utf8) } ?? []
    minus = Array(symbols.minusSign.utf8)
    minusScalars = Array(symbols.minusSign.unicodeScalars)
    isASCII =
      symbols.zeroDigit.value == UInt32(ASCII.zero) && symbols.decimalSeparator.isASCII
      && symbols.groupingSeparator?.isASCII ?? true && minus.count == 1 && minus[0] < 0x80
  }

  /// The boundaries of the characters; a minus sign of several scalars is one character.
  func bounds(of text: String, count: Int) -> [String.Index] {
    let isPlain = text.count == count
    var index = text.startIndex
    var bounds = [index]
    while index < text.endIndex {
      if !isPlain, let end = endOfMinus(in: text.unicodeScalars, from: index) {
        index = end
      } else {
        text.formIndex(after: &index)
      }
      bounds.append(index)
    }
    return bounds
  }

  func endOfMinus(
    in scalars: String.UnicodeScalarView, from start: String.Index
  ) -> String.Index? {
    var index = start
    for scalar in minusScalars {
      guard index < scalars.endIndex, scalars[index] == scalar else { return nil }
      scalars.formIndex(after: &index)
    }
    return index
  }
}
