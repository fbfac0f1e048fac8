/// Unicode decompositions of characters: into letters and their marks, and of compatibility forms
/// into plain characters.
struct Decomposition {
  /// Consecutive scalars with the same pattern of parts.
  private struct Run {
    var scalars: ClosedRange<UInt32>
    /// The parts of the first scalar; parts with `goesOn` increase with the scalar.
    var parts: [(scalar: UInt32, goesOn: Bool)]
  }

  private let runs: [Run]

  static let canonical = Decomposition(DecompositionTable.canonical)
  static let compatible = Decomposition(DecompositionTable.compatible)

  /// Parses a table. Each entry has the first scalar of a run, the length of the run if it is not
  /// 1, and the parts, such as `c0=41_300` and `ff21*1a=+41`.
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

  /// Decomposes a Hangul syllable arithmetically; nil for other scalars.
  static func letters(ofSyllable scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    guard 0xAC00...0xD7A3 ~= scalar.value else { return nil }
    let place = scalar.value - 0xAC00
    let letters = [0x1100 + place / 588, 0x1161 + place % 588 / 28, 0x11A7 + place % 28]
    return letters.prefix(place % 28 == 0 ? 2 : 3).compactMap(Unicode.Scalar.init)
  }
}

extension String {
  /// NFD; equal for canonically equivalent texts.
  package var canonicallyDecomposed: String { decomposed { Decomposition.canonical.parts(of: $0) } }

  /// NFKD.
  package var compatiblyDecomposed: String {
    decomposed { Decomposition.compatible.parts(of: $0) ?? Decomposition.canonical.parts(of: $0) }
  }

  private func decomposed(_ parts: (Unicode.Scalar) -> [Unicode.Scalar]?) -> String {
    var result: [Unicode.Scalar] = []
    // The marks of the current letter, to be sorted by combining class.
    var marks: [(scalar: Unicode.Scalar, order: UInt8)] = []
    func close() {
      // A stable sort: marks of the same class keep their order.
      let order = marks.indices.sorted { (marks[$0].order, $0) < (marks[$1].order, $1) }
      result += order.map { marks[$0].scalar }
      marks = []
    }
    for scalar in unicodeScalars {
      if scalar.isASCII {
        close()
        result.append(scalar)
        continue
      }
      for part in parts(scalar) ?? Decomposition.letters(ofSyllable: scalar) ?? [scalar] {
        let order = part.properties.canonicalCombiningClass.rawValue
        if order == 0 {
          close()
          result.append(part)
        } else {
          marks.append((part, order))
        }
      }
    }
    close()
    return String(String.UnicodeScalarView(result))
  }
}
