/// The currencies that have a sign of their own.
enum Currency {
  /// The code of ISO 4217 for each sign. A sign that several currencies use is that of one alone.
  private static let codes: [String: String] = [
    "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY",
    "₴": "UAH", "₫": "VND", "₪": "ILS", "฿": "THB", "₱": "PHP", "₦": "NGN", "₡": "CRC", "₲": "PYG",
    "₸": "KZT", "₮": "MNT", "₭": "LAK", "₵": "GHS", "₾": "GEL", "₼": "AZN", "៛": "KHR", "৳": "BDT",
    "֏": "AMD", "؋": "AFN",
  ]

  private static let signs = Dictionary(uniqueKeysWithValues: codes.map { ($1, $0) })

  /// The code of a sign, or the sign of a code; `nil` for what is neither.
  static func counterpart(of text: String) -> String? { codes[text] ?? signs[text] }
}
