internal import Values

/// Subselects, of which only the parts are told apart: how they fit together SQLite says.
extension ExpressionReader {
  /// The words that clauses of a `select` begin with, in their order.
  private static let clauses = ["from", "where", "group", "having", "window", "order", "limit"]
  private static let compounds = ["except", "intersect", "union"]
  private static let joins = [
    "cross", "full", "inner", "join", "left", "natural", "outer", "right",
  ]
  /// The words that follow what could have a name, of which none is that name.
  private static let followers = Set(clauses + compounds + joins + ["as", "on", "using"])

  /// Reads a subselect up to the bracket after it.
  mutating func subselect() throws(StoreError) -> Node.Subselect {
    var subselect = Node.Subselect(place: position)
    if accept("with") {
      subselect.isRecursive = accept("recursive")
      repeat { subselect.common.append(try common()) } while accept(",")
    }
    repeat {
      skip(["all"])
      subselect.cores.append(try core())
    } while skip(Self.compounds)
    return subselect
  }

  private mutating func common() throws(StoreError) -> Node.Subselect.Common {
    let name = try newName()
    let columns = symbol == "(" ? try names() : nil
    try require("as")
    skip(["not", "materialized"])
    try open()
    let body = try subselect()
    try close()
    return Node.Subselect.Common(name: name, columns: columns, body: body)
  }

  /// Reads names in brackets.
  private mutating func names() throws(StoreError) -> [String] {
    try open()
    var names: [String] = []
    repeat { names.append(try newName().text) } while accept(",")
    try close()
    return names
  }

  /// Writes those of the words that come, in whatever order, and says whether any did.
  @discardableResult
  private mutating func skip(_ words: [String]) -> Bool {
    note(words)
    let start = position
    while let word = keyword, words.contains(word) { write(word.uppercased()) }
    return position > start
  }

  private mutating func core() throws(StoreError) -> Node.Core {
    var core = Node.Core()
    if accept("values") {
      repeat {
        try open()
        core.results += try expressions().map { Node.Core.Result(node: $0) }
        try close()
      } while accept(",")
    } else {
      try require("select")
      skip(["distinct", "all"])
      repeat { try result(&core) } while accept(",")
    }
    var following = Self.clauses[...]
    while true {
      note(Array(following))
      guard let word = keyword, let place = Self.clauses.firstIndex(of: word) else { return core }
      following = Self.clauses[(place + 1)...]
      write(word.uppercased())
      try clause(word, &core)
    }
  }

  private mutating func clause(_ word: String, _ core: inout Node.Core) throws(StoreError) {
    switch word {
    case "from": try sources(&core)
    case "group": core.conditions += try terms()
    case "order": core.order += try terms()
    case "limit":
      repeat {
        core.limits.append(try expression())
      } while accept("offset") || accept(",")
    case "window":
      repeat {
        _ = try newName()
        try require("as")
        core.windows.append(try windowDefinition())
      } while accept(",")
    // `where` and `having`
    default: core.conditions.append(try expression())
    }
  }

  private mutating func result(_ core: inout Node.Core) throws(StoreError) {
    if accept("*") {
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

  /// Reads `as name`, or a name without `as`.
  private mutating func alias() throws(StoreError) -> String? {
    let isNamed = accept("as")
    if !isNamed {
      guard let name = token?.name, !isAtCaret else { return nil }
      if keyword != nil, Self.followers.contains(name.asciiLowercased) { return nil }
    }
    return try newName().text
  }

  private mutating func sources(_ core: inout Node.Core) throws(StoreError) {
    repeat {
      try source(&core)
      while skip(Self.joins) {
        try source(&core)
        if accept("on") {
          core.conditions.append(try expression())
        } else if accept("using") {
          _ = try names()
        }
      }
    } while accept(",")
  }

  private mutating func source(_ core: inout Node.Core) throws(StoreError) {
    let rows: Node.Source.Rows
    if symbol == "(" {
      try open()
      guard isSubselect(0) else {
        try sources(&core)
        return try close()
      }
      rows = .subselect(try subselect())
      try close()
    } else if keyword == "json_each", token(1) == .symbol("(") {
      write("json_each")
      try open()
      // The list is as a rule a property of a record around it.
      rows = .items(try expression())
      try close()
    } else {
      if isAtCaret { expectations.takesType = true }
      if let name = token?.name, token(1) == .symbol("(") {
        throw error("there is no type \"\(name)\"", kind: .name, candidates: typeNames.sorted())
      }
      rows = .table(try newName("the name of a type"))
    }
    core.sources.append(Node.Source(rows: rows, alias: try alias()))
  }

  // MARK: Orders and windows

  /// Reads what is ordered or grouped by.
  private mutating func terms() throws(StoreError) -> [Node] {
    try require("by")
    var terms: [Node] = []
    repeat {
      if let term = try term() { terms.append(term) }
      skip(["asc", "desc", "nulls", "first", "last"])
    } while accept(",")
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

  private static let frames = [
    "between", "current", "exclude", "following", "group", "groups", "no", "others", "preceding",
    "range", "row", "rows", "ties", "unbounded",
  ]

  private mutating func windowDefinition() throws(StoreError) -> Node.Window {
    var window = Node.Window()
    try open()
    if let word = token?.name?.asciiLowercased,
      !Self.frames.contains(word), !["partition", "order"].contains(word)
    {
      _ = try newName()
    }
    if accept("partition") {
      try require("by")
      window.nodes += try expressions()
    }
    if accept("order") { window.order = try terms() }
    while token != nil, symbol != ")" {
      if skip(Self.frames) || accept("and") { continue }
      window.nodes.append(try expression(ExpressionWords.Power.and + 1))
      guard let word = keyword, Self.frames.contains(word) else { break }
    }
    try close()
    return window
  }
}
