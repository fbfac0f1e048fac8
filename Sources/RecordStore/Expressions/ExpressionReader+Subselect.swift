internal import Values

extension ExpressionReader {
  /// Reads a subselect up to the bracket after it.
  mutating func subselect() throws(StoreError) -> Node.Subselect {
    var subselect = Node.Subselect(place: position)
    if accept("with") {
      subselect.isRecursive = accept("recursive")
      repeat { subselect.common.append(try common()) } while accept(symbol: ",")
    }
    repeat { subselect.cores.append(try core()) } while compound()
    if keyword == "order" { subselect.order = try ordering() }
    if accept("limit") {
      subselect.limits.append(try expression())
      if accept("offset") || accept(symbol: ",") { subselect.limits.append(try expression()) }
    }
    return subselect
  }

  private mutating func compound() -> Bool {
    guard let word = keyword, ["union", "except", "intersect"].contains(word) else { return false }
    write(word.uppercased())
    skip(["all"])
    return true
  }

  private mutating func common() throws(StoreError) -> Node.Subselect.Common {
    let name = try newName()
    let columns = symbol == "(" ? try names() : nil
    try require("as")
    skip(["not", "materialized"])
    try require(symbol: "(")
    guard isSubselect(0) else { throw unexpected("a subselect") }
    let body = try subselect()
    try require(symbol: ")")
    return Node.Subselect.Common(name: name, columns: columns, body: body)
  }

  /// Reads names in brackets.
  private mutating func names() throws(StoreError) -> [String] {
    try require(symbol: "(")
    var names: [String] = []
    repeat { names.append(try newName().text) } while accept(symbol: ",")
    try require(symbol: ")")
    return names
  }

  /// Writes those of the words that come, in whatever order.
  private mutating func skip(_ words: Set<String>) {
    while let word = keyword, words.contains(word) { write(word.uppercased()) }
  }

  private mutating func core() throws(StoreError) -> Node.Core {
    var core = Node.Core()
    if accept("values") {
      repeat {
        try require(symbol: "(")
        core.results += try expressions().map { Node.Core.Result(node: $0) }
        try require(symbol: ")")
      } while accept(symbol: ",")
      return core
    }
    try require("select")
    skip(["distinct", "all"])
    repeat { try result(&core) } while accept(symbol: ",")
    if accept("from") { try sources(&core) }
    if accept("where") { core.conditions.append(try expression()) }
    if keyword == "group" {
      write("GROUP")
      try require("by")
      repeat {
        if let term = try term() { core.groups.append(term) }
      } while accept(symbol: ",")
    }
    if accept("having") { core.conditions.append(try expression()) }
    if accept("window") {
      repeat {
        _ = try newName()
        try require("as")
        core.windows.append(try windowDefinition())
      } while accept(symbol: ",")
    }
    return core
  }

  private mutating func result(_ core: inout Node.Core) throws(StoreError) {
    if accept(symbol: "*") {
      core.hasStar = true
      return
    }
    if token?.name != nil, token(1) == .symbol("."), token(2) == .symbol("*") {
      core.stars.append(try newName())
      write(".")
      write("*")
      core.hasStar = true
      return
    }
    let node = try expression()
    core.results.append(.init(node: node, alias: try alias()))
  }

  /// The words that follow what could have a name, of which none is that name.
  private static let followers: Set<String> = [
    "as", "cross", "except", "from", "full", "group", "having", "inner", "intersect", "join",
    "left", "limit", "natural", "on", "order", "right", "union", "using", "where", "window",
  ]

  /// Reads `as name`, or a name without `as`.
  private mutating func alias() throws(StoreError) -> String? {
    if accept("as") { return try newName().text }
    switch token {
    case .quotedName: return try newName().text
    case .word(let word) where !Self.followers.contains(word.asciiLowercased) && !isAtCaret:
      return try newName().text
    default: return nil
    }
  }

  // MARK: From

  private static let joins: Set<String> = [
    "cross", "full", "inner", "join", "left", "natural", "outer", "right",
  ]

  private mutating func sources(_ core: inout Node.Core) throws(StoreError) {
    repeat {
      try source(&core)
      while let word = keyword, Self.joins.contains(word) {
        skip(Self.joins)
        try source(&core)
        if accept("on") {
          core.conditions.append(try expression())
        } else if accept("using") {
          _ = try names()
        }
      }
    } while accept(symbol: ",")
  }

  private mutating func source(_ core: inout Node.Core) throws(StoreError) {
    let rows: Node.Source.Rows
    if symbol == "(" {
      write("(")
      guard isSubselect(0) else {
        try sources(&core)
        return try require(symbol: ")")
      }
      rows = .subselect(try subselect())
      try require(symbol: ")")
    } else if keyword == "json_each", token(1) == .symbol("(") {
      write("json_each")
      write("(")
      // The list is as a rule a property of a record around it.
      rows = .items(try expression())
      try require(symbol: ")")
    } else {
      if let name = token?.name, token(1) == .symbol("(") {
        throw error("there is no type \"\(name)\"", kind: .name, candidates: typeNames.sorted())
      }
      rows = .table(try newName("the name of a type"))
    }
    core.sources.append(Node.Source(rows: rows, alias: try alias()))
  }

  // MARK: Orders and windows

  private mutating func ordering() throws(StoreError) -> [Node] {
    write("ORDER")
    try require("by")
    var terms: [Node] = []
    repeat {
      if let term = try term() { terms.append(term) }
      skip(["asc", "desc", "nulls", "first", "last"])
    } while accept(symbol: ",")
    return terms
  }

  /// Reads one thing to order or group by; nil for the place of a result, which would be a mere
  /// value if it were bound.
  private mutating func term() throws(StoreError) -> Node? {
    guard case .number(let text) = token, let place = Int(text), (1...2000).contains(place) else {
      return try expression()
    }
    switch token(1) {
    case nil, .symbol(","), .symbol(")"), .word:
      write(String(place))
      return nil
    default: return try expression()
    }
  }

  mutating func window() throws(StoreError) -> Node.Window {
    write("OVER")
    if symbol == "(" { return try windowDefinition() }
    _ = try newName("a window")
    return Node.Window()
  }

  private static let frames: Set<String> = [
    "between", "current", "exclude", "following", "group", "groups", "no", "others", "preceding",
    "range", "row", "rows", "ties", "unbounded",
  ]

  private mutating func windowDefinition() throws(StoreError) -> Node.Window {
    var window = Node.Window()
    try require(symbol: "(")
    if let word = token?.name?.asciiLowercased,
      !Self.frames.contains(word), !["partition", "order"].contains(word)
    {
      _ = try newName()
    }
    if accept("partition") {
      try require("by")
      window.nodes += try expressions()
    }
    if keyword == "order" { window.order = try ordering() }
    while token != nil, symbol != ")" {
      skip(Self.frames)
      if symbol == ")" || accept("and") { continue }
      window.nodes.append(try expression(ExpressionWords.Power.and + 1))
      guard let word = keyword, Self.frames.contains(word) else { break }
    }
    try require(symbol: ")")
    return window
  }
}
