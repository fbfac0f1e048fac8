/// The notation of a field: the symbols of its locale, grouping, and the affixes beside its text.
public final class Notation: Sendable {
  // A class, because each edit passes it on often and copying a struct would retain many
  // references.

  /// The symbols of the locale.
  public let symbols: NumberSymbols

  /// Whether digits are displayed in groups.
  public let isGrouped: Bool

  /// The text before the field, not part of its text.
  public let prefix: String

  /// The text after the field, not part of its text.
  public let suffix: String

  /// Whether grouping was requested, even if the locale has no separator.
  let asksForGroups: Bool

  let decimal: [UInt8]
  let grouping: [UInt8]
  let minus: [UInt8]
  let minusScalars: [Unicode.Scalar]

  let isASCII: Bool

  /// Creates a notation.
  ///
  /// - Precondition: the symbols are distinct, as in the initializer of ``NumberSymbols``.
  public init(
    symbols: NumberSymbols = .english, isGrouped: Bool = false, prefix: String = "",
    suffix: String = ""
  ) {
    // The properties of symbols may have been set since their initializer checked them.
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
}

extension Notation {
  /// A minus of several scalars counts as one character.
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
