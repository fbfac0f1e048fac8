struct Token: Sendable {
  enum Kind: Hashable, Sendable {
    case word
    case quotedName
    /// A text in `"`.
    case string
    /// A text in `'`.
    case sqlText
    case number
    case date
    /// A transaction number such as `#12`.
    case transaction
    case option
    case file
    case pattern
    case symbol
    case newline
    case semicolon
    case bad(Fault)

    var isSeparator: Bool { self == .newline || self == .semicolon }
  }

  enum Fault: Hashable, Sendable {
    case character
    case apostrophe
    case hash
    case null
    case unclosedString
    case unclosedName
    case unclosedPattern
    case emptyName
    case numberEndsWithPoint
    case numberTail
    case dateTail
  }

  var kind: Kind
  var start: Int
  var end: Int
  var isPlain = true
  /// For an opening bracket, the index of the token that closed the bracket, matching or not, or -1
  /// while open; for a bad token, the offset of the fault.
  var detail = -1

  var isWordLike: Bool {
    switch kind {
    case .word, .quotedName, .number, .date, .transaction, .bad: true
    default: false
    }
  }
}

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
  /// Open brackets by shape, so that a stray bracket needs no search.
  private var counts = [0, 0, 0]

  var isEmpty: Bool { open.isEmpty }

  var depth: Int { open.count }

  var innermost: Shape? { open.last?.shape }

  mutating func push(_ shape: Shape, token: Int) {
    open.append((shape, token))
    counts[shape.rawValue] += 1
  }

  /// Closes the innermost bracket of `shape` and all brackets inside; returns the token indexes of
  /// the closed brackets.
  ///
  /// A stray bracket closes everything inside the innermost block, because later lines cannot
  /// repair a stray bracket. The block stays open.
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
