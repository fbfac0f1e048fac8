/// Trunk prefixes: zeros dialled before a number within a country, but not from abroad.
enum TrunkZeros {
  /// The calling codes with a trunk zero, from the metadata of Google's libphonenumber (8.13). In
  /// other countries, such as Italy, a zero is part of the number, or no number starts with one.
  private static let codes: Set<Int> = [
    20, 27, 31, 32, 33, 40, 41, 43, 44, 46, 49, 51, 53, 54, 55, 57, 58, 60, 61, 62, 63, 64, 66, 81,
    82, 84, 86, 90, 91, 92, 93, 94, 95, 98, 211, 212, 213, 218, 231, 232, 233, 234, 243, 249, 250,
    251, 252, 254, 255, 256, 260, 261, 262, 263, 264, 265, 291, 353, 355, 358, 359, 370, 373, 374,
    377, 380, 381, 382, 383, 385, 386, 387, 389, 421, 423, 508, 590, 591, 593, 594, 595, 596, 598,
    686, 850, 855, 856, 880, 886, 961, 962, 963, 964, 966, 967, 970, 971, 972, 976, 977, 994, 995,
    996,
  ]

  /// Whether a zero after this start of a number is a trunk zero.
  ///
  /// No calling code is a prefix of another one, so a complete code is recognised at once.
  static func follow(_ front: [Unicode.Scalar]) -> Bool {
    guard 3...4 ~= front.count, front[0] == "+", front[1] != "0",
      front.dropFirst().allSatisfy(\.isPlainDigit)
    else { return false }
    return codes.contains(
      front.dropFirst().reduce(0) { $0 * 10 + Int($1.value) - Int(("0" as Unicode.Scalar).value) })
  }
}
