/// How a field writes: the symbols of its locale, its grouping, and the affixes beside its text.
///
/// It never changes.
public final class Notation: Sendable {
  // A class, because each edit hands it on many times and a copy would count many references.

  /// The symbols of the locale.
  public let symbols: NumberSymbols

  /// Whether digits are shown in groups.
  public let isGrouped: Bool

  /// What comes before the text, not in it.
  public let prefix: String

  /// What follows the text, not in it.
  public let suffix: String

  /// Whether digits are shown in groups where the locale has a separator for them.
  let asksForGroups: Bool

  let decimal: [UInt8]
  let grouping: [UInt8]
  let minus: [UInt8]
  let minusScalars: [Unicode.Scalar]

  /// Whether numbers are written in ASCII: each character of them is a byte.
  let isASCII: Bool

  /// Creates a notation.
  ///
  /// - Precondition: the symbols can be told apart, as those that are given to their initialiser.
  public init(
    symbols: NumberSymbols = .english, isGrouped: Bool = false, prefix: String = "",
    suffix: String = ""
  ) {
    // They may have been given one by one.
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
  /// The bounds of the characters of a displayed text, where a minus of several scalars is one.
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

  /// Where a minus of the locale that begins at an index ends.
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
