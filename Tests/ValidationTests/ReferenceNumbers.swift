/// The numbers of a small grammar, enumerated.
final class ReferenceNumbers: ReferenceGrammar {
  let fractionDigits: Int

  /// L: the complete texts, with their values in units of the last fraction digit.
  private(set) var complete: [String: Int] = [:]

  let fixedFraction: Int?

  private var beginnings: Set<String> = []
  private var formsByBeginning: [String: [[Character]]] = [:]
  private var fitting: [String: Bool] = [:]

  /// The bounds are in units of the last fraction digit.
  init(
    integerDigits: Int, fractionDigits: Int, isFractionFixed: Bool = false, from low: Int,
    through high: Int
  ) {
    fixedFraction = isFractionFixed ? fractionDigits : nil
    self.fractionDigits = fractionDigits
    let unit = ReferenceNumbers.power(fractionDigits)
    for sign in low < 0 ? ["", "-"] : [""] {
      for whole in ReferenceNumbers.digits(0...integerDigits) {
        let fractions = fractionDigits == 0 ? [] : ReferenceNumbers.digits(0...fractionDigits)
        // A missing whole part counts as zero before a fraction.
        for fraction in [nil] + fractions.map(Optional.some)
        where !whole.isEmpty || fraction?.isEmpty == false {
          let text = sign + whole + (fraction.map { "." + $0 } ?? "")
          let missing = fractionDigits - (fraction?.count ?? 0)
          let part = (Int(fraction ?? "") ?? 0) * ReferenceNumbers.power(missing)
          let value = ((Int(whole) ?? 0) * unit + part) * (sign.isEmpty ? 1 : -1)
          let characters = Array(text)
          for end in 0...characters.count {
            formsByBeginning[String(characters[..<end]), default: []].append(characters)
          }
          guard (low...high).contains(value) else { continue }
          complete[text] = value
          for end in 0...characters.count { beginnings.insert(String(characters[..<end])) }
        }
      }
    }
  }

  /// Rule 2, by definition.
  func accepts(_ before: [Character], followedBy after: [Character]) -> Bool {
    guard beginnings.contains(String(before)) else { return false }
    let key = String(before) + "|" + String(after)
    if let known = fitting[key] { return known }
    let result = (formsByBeginning[String(before)] ?? []).contains {
      ReferenceNumbers.follows($0[before.count...], after[...])
    }
    fitting[key] = result
    return result
  }

  func value(of inner: [Character]) -> String? { complete[String(inner)].map(valueText) }

  private func valueText(_ value: Int) -> String {
    let unit = ReferenceNumbers.power(fractionDigits)
    let magnitude = abs(value)
    var text = String(magnitude / unit)
    var fraction = String(magnitude % unit)
    while fraction.count < fractionDigits { fraction = "0" + fraction }
    while fraction.last == "0" { fraction.removeLast() }
    if fractionDigits > 0, !fraction.isEmpty { text += "." + fraction }
    return value < 0 ? "-" + text : text
  }

  // Whether one text is a subsequence of the other; the separator cannot be omitted.
  private static func follows(
    _ text: ArraySlice<Character>, _ subsequence: ArraySlice<Character>
  ) -> Bool {
    guard let wanted = subsequence.first else { return !text.contains(".") }
    guard let first = text.first else { return false }
    if first == wanted, follows(text.dropFirst(), subsequence.dropFirst()) { return true }
    return first != "." && follows(text.dropFirst(), subsequence)
  }

  private static func digits(_ counts: ClosedRange<Int>) -> [String] {
    counts.flatMap { count in
      (0..<power(count)).map { value in
        let text = count == 0 ? "" : String(value)
        return String(repeating: "0", count: count - text.count) + text
      }
    }
  }

  private static func power(_ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
