struct BracketStack: Sendable {
  enum Shape: Int, Sendable {
    case round
    case square
    case curly

    init?(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: ")"): self = .round
      case UInt8(ascii: "["), UInt8(ascii: "]"): self = .square
      case UInt8(ascii: "{"), UInt8(ascii: "}"): self = .curly
      default: return nil
      }
    }
  }

  private var open: [(shape: Shape, token: Int)] = []
  /// The number of open brackets by shape, so that a stray bracket needs no search.
  private var counts = [0, 0, 0]

  var isEmpty: Bool { open.isEmpty }

  var depth: Int { open.count }

  var innermost: Shape? { open.last?.shape }

  mutating func push(_ shape: Shape, token: Int) {
    open.append((shape, token))
    counts[shape.rawValue] += 1
  }

  /// Closes the innermost open bracket of `shape` and all inside it; returns the indexes of the
  /// closed tokens.
  ///
  /// A stray bracket closes everything open inside the innermost block, because more lines cannot
  /// repair that, but not the block.
  mutating func close(_ shape: Shape) -> [Int] {
    var closed: [Int] = []
    let hasPartner = counts[shape.rawValue] > 0
    while let last = open.last, hasPartner || last.shape != .curly {
      open.removeLast()
      counts[last.shape.rawValue] -= 1
      closed.append(last.token)
      if hasPartner, last.shape == shape { break }
    }
    return closed
  }

  mutating func removeAll() {
    open.removeAll()
    counts = [0, 0, 0]
  }
}
