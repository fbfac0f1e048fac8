#if canImport(Darwin)
  internal import Foundation
#else
  @_spi(_Unicode) internal import Swift
#endif

extension String {
  /// The text in NFC, the form of all stored texts.
  package var nfc: String {
    if isSurelyNFC { return self }
    let composed = composed
    return hasSameScalars(as: composed) ? self : composed
  }

  package var isNFC: Bool { isSurelyNFC || hasSameScalars(as: composed) }

  /// Quick check: true if the bytes alone prove that the text is in NFC, as for most Latin,
  /// Cyrillic, Chinese and Korean texts; if false, the text may still be in NFC.
  package var isSurelyNFC: Bool {
    utf8.withContiguousStorageIfAvailable { $0.isSurelyNFC } ?? Array(utf8).isSurelyNFC
  }

  #if canImport(Darwin)
    private var composed: String { precomposedStringWithCanonicalMapping }

    /// NFD; equal for canonically equivalent texts.
    package var canonicallyDecomposed: String { decomposedStringWithCanonicalMapping }
  #else
    private var composed: String { String(String.UnicodeScalarView(_nfc)) }

    /// NFD; equal for canonically equivalent texts.
    package var canonicallyDecomposed: String { String(String.UnicodeScalarView(_nfd)) }
  #endif

  /// The text in NFKD.
  package var compatiblyDecomposed: String {
    var parts = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let plain = scalar.isASCII ? nil : Decomposition.compatible.parts(of: scalar) {
        parts.append(contentsOf: plain)
      } else {
        parts.append(scalar)
      }
    }
    return String(parts).canonicallyDecomposed
  }
}

extension Value {
  package var nfc: Value {
    switch self {
    case .text(let text): .text(text.nfc)
    case .list(let items): .list(items.map(\.nfc))
    case .integer, .decimal, .double, .boolean, .date, .dateTime, .time, .duration, .month,
      .percent, .reference:
      self
    }
  }
}

extension [UInt8] {
  fileprivate var isSurelyNFC: Bool { withUnsafeBufferPointer(\.isSurelyNFC) }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var isSurelyNFC: Bool {
    // The compiler vectorizes a loop without early exits. All scalars before U+0300, the first
    // combining mark, consist of bytes below 0xCC.
    var greatest: UInt8 = 0
    for byte in self { greatest = Swift.max(greatest, byte) }
    return greatest < 0xCC || allSatisfy(\.hasNoMarks)
  }
}

extension UInt8 {
  /// Whether the byte occurs in the UTF-8 form of the ranges U+0000 to U+02FF, U+0400 to U+047F,
  /// U+4000 to U+9FFF and U+B000 to U+CFFF, which have no marks and no scalars that compose with a
  /// preceding one. Texts that have only such bytes have only scalars of these ranges.
  fileprivate var hasNoMarks: Bool {
    switch self {
    case 0..<0xCC, 0xD0...0xD1, 0xE4...0xE9, 0xEB...0xEC: true
    default: false
    }
  }
}

/// Unicode decompositions of compatibility forms into plain characters.
private struct Decomposition {
  /// Consecutive scalars with the same pattern of parts.
  private struct Run {
    var scalars: ClosedRange<UInt32>
    /// The decomposition of the first scalar; parts with `goesOn` increase by 1 for each later
    /// scalar.
    var parts: [(scalar: UInt32, goesOn: Bool)]
  }

  private let runs: [Run]

  static let compatible = Decomposition(DecompositionTable.compatible)

  /// Parses a table. Each entry has the first scalar of a run, the length of the run if it is not
  /// 1, and the parts, all in hexadecimal, such as `b4=20_301` and `ff21*1a=+41`.
  private init(_ table: StaticString) {
    let text = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
    runs = text.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.map(Self.run)
  }

  private static func run(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Run {
    var (first, count): (UInt32, UInt32) = (0, 1)
    var parts: [(scalar: UInt32, goesOn: Bool)] = []
    var (number, goesOn, isCount): (UInt32, Bool, Bool) = (0, false, false)
    for byte in text {
      switch byte {
      case UInt8(ascii: "*"): (first, number, isCount) = (number, 0, true)
      case UInt8(ascii: "="):
        if isCount { count = number } else { first = number }
        number = 0
      case UInt8(ascii: "_"):
        parts.append((number, goesOn))
        (number, goesOn) = (0, false)
      case UInt8(ascii: "+"): goesOn = true
      default: number = number << 4 | UInt32(byte < 0x3A ? byte - 0x30 : byte - 0x57)
      }
    }
    return Run(scalars: first...(first + count - 1), parts: parts + [(number, goesOn)])
  }

  func parts(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    let value = scalar.value
    let index = runs.partitionIndex { $0.scalars.upperBound >= value }
    guard index < runs.count, runs[index].scalars.contains(value) else { return nil }
    let distance = value - runs[index].scalars.lowerBound
    return runs[index].parts.compactMap { Unicode.Scalar($0.scalar + ($0.goesOn ? distance : 0)) }
  }
}
