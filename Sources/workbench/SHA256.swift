internal import Glibc

/// The hash function SHA-256 of FIPS 180-4.
enum SHA256 {
  /// In hexadecimal.
  static func digest(of bytes: [UInt8]) -> String {
    var state = initial
    let padding = (119 - bytes.count % 64) % 64
    let length = UInt64(bytes.count) * 8
    let padded =
      bytes + [0x80] + [UInt8](repeating: 0, count: padding)
      + (0..<8).reversed().map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
    for start in stride(from: 0, to: padded.count, by: 64) {
      add(padded[start..<start + 64], to: &state)
    }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
      block[start..<start + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    }
    func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    for index in 16..<64 {
      let (near, far) = (words[index - 2], words[index - 15])
      let first = turned(far, 7) ^ turned(far, 18) ^ far >> 3
      let second = turned(near, 17) ^ turned(near, 19) ^ near >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var now = state
    for index in 0..<64 {
      let (a, e) = (now[0], now[4])
      let choice = e & now[5] ^ ~e & now[6]
      let majority = a & now[1] ^ a & now[2] ^ now[1] & now[2]
      let first =
        now[7] &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice &+ constants[index]
        &+ words[index]
      let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
      now = [first &+ second] + now[0..<3] + [now[3] &+ first] + now[4..<7]
    }
    for index in state.indices { state[index] &+= now[index] }
  }

  private static let primes = (2...311).filter { number in
    !(2..<number).contains { number % $0 == 0 }
  }

  /// The first 32 bits of the fractional parts of the square roots of 8 primes.
  private static let initial = primes.prefix(8).map { fraction(of: Double($0).squareRoot()) }

  /// The first 32 bits of the fractional parts of the cube roots of 64 primes.
  private static let constants = primes.map { fraction(of: cbrt(Double($0))) }

  private static func fraction(of root: Double) -> UInt32 {
    UInt32((root - root.rounded(.down)) * 4_294_967_296)
  }
}
