enum Currency {
  /// The ISO 4217 code of each sign. A sign shared by several currencies stands for one of them
  /// only.
  private static let codes: [String: String] = [
    "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY",
    "₴": "UAH", "₫": "VND", "₪": "ILS", "฿": "THB", "₱": "PHP", "₦": "NGN", "₡": "CRC", "₲": "PYG",
    "₸": "KZT", "₮": "MNT", "₭": "LAK", "₵": "GHS", "₾": "GEL", "₼": "AZN", "៛": "KHR", "৳": "BDT",
    "֏": "AMD", "؋": "AFN",
  ]

  private static let signs = Dictionary(uniqueKeysWithValues: codes.map { ($1, $0) })

  /// Converts a sign to its code and a code to its sign.
  static func counterpart(of text: String) -> String? { codes[text] ?? signs[text] }
}
