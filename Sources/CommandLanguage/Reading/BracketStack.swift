/// The brackets that are open, and which of them a closing bracket closes.
struct BracketStack: Sendable {
  enum Shape: Int, Sendable {
    case round
    case square
    case curly

    /// The shape of the bracket that is `byte`, be it opening or closing.
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
  /// How many of each shape are open, so that a stray bracket need not be looked for.
  private var counts = [0, 0, 0]

  var isEmpty: Bool { open.isEmpty }

  /// How many are open.
  var depth: Int { open.count }

  /// The shape of the innermost open bracket.
  var innermost: Shape? { open.last?.shape }

  mutating func push(_ shape: Shape, token: Int) {
    open.append((shape, token))
    counts[shape.rawValue] += 1
  }

  /// Closes the innermost open bracket of `shape` and all inside it; the tokens that are closed.
  ///
  /// One that closes nothing ends what is open inside a block, since no more lines can mend that,
  /// but not the block.
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
