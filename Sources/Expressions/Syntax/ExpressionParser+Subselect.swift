internal import Records

/// Parses subselects only roughly, because SQLite checks their structure.
extension ExpressionParser {
  /// The clauses of a `select` in the required order.
  private static let clauses = ["from", "where", "group", "having", "window", "order", "limit"]
  private static let compounds = ["except", "intersect", "union"]
  private static let joins = [
    "cross", "full", "inner", "join", "left", "natural", "outer", "right",
  ]
  private static let followers = Set(clauses + compounds + joins + ["as", "on", "using"])

  mutating func subselect() -> Node.Subselect {
    let subselect = Node.Subselect(position)
    let outer = parts
    parts = []
    defer { parts = outer }
    if accept("with") {
      subselect.isRecursive = accept("recursive")
      repeat { subselect.common.append(common()) } while accept(",")
    }
    repeat {
      skip(["all"])
      subselect.cores.append(core())
    } while skip(Self.compounds)
    subselect.parts = parts ?? []
    return subselect
  }

  private mutating func part(_ power: Int = 0, isOrder: Bool = false) -> Node {
    let node = expression(power)
    parts?.append(isOrder ? .order(node) : .node(node))
    return node
  }

  private mutating func partList() -> [Node] {
    var result: [Node] = []
    repeat { result.append(part()) } while accept(",")
    return result
  }

  private mutating func nested() -> Node.Subselect {
    let result = subselect()
    parts?.append(.subselect(result))
    return result
  }

  private mutating func common() -> Node.Subselect.Common {
    let name = newName()
    let columns = symbol == "(" ? names() : nil
    require("as")
    skip(["not", "materialized"])
    open()
    let body = nested()
    close()
    return Node.Subselect.Common(name: name, columns: columns, body: body)
  }

  private mutating func names() -> [String] {
    open()
    var names: [String] = []
    repeat { names.append(newName().text) } while accept(",")
    close()
    return names
  }

  @discardableResult
  private mutating func skip(_ words: [String]) -> Bool {
    note(words)
    let start = position
    while let word = keyword, words.contains(word) { write(word.uppercased()) }
    return position > start
  }

  private mutating func core() -> Node.Core {
    var core = Node.Core()
    if accept("values") {
      repeat {
        open()
        core.results += partList().map { Node.Core.Result(node: $0) }
        close()
      } while accept(",")
    } else {
      require("select")
      skip(["distinct", "all"])
      repeat { result(&core) } while accept(",")
    }
    var following = Self.clauses[...]
    while true {
      note(Array(following))
      guard let word = keyword, let place = Self.clauses.firstIndex(of: word) else { return core }
      following = Self.clauses[(place + 1)...]
      write(word.uppercased())
      clause(word, &core)
    }
  }

  private mutating func clause(_ word: String, _ core: inout Node.Core) {
    switch word {
    case "from": sources(&core)
    case "group": core.terms += terms(isOrder: false)
    case "order": core.order += terms(isOrder: true)
    case "limit":
      repeat {
        core.limits.append(part())
      } while accept("offset") || accept(",")
    case "window":
      repeat {
        _ = newName()
        require("as")
        core.terms += windowDefinition()
      } while accept(",")
    // `where` and `having`
    default: core.conditions.append(part())
    }
  }

  private mutating func result(_ core: inout Node.Core) {
    if accept("*") {
      core.hasStar = true
      return
    }
    if token?.name != nil, token(1) == .symbol("."), token(2) == .symbol("*") {
      core.stars.append(newName())
      write(".")
      write("*")
      core.hasStar = true
      return
    }
    let node = part()
    core.results.append(.init(node: node, alias: alias()))
  }

  private mutating func alias() -> String? {
    let isNamed = accept("as")
    if !isNamed {
      guard let name = token?.name, !isAtCaret else { return nil }
      if keyword != nil, Self.followers.contains(name.asciiLowercased) { return nil }
    }
    return newName().text
  }

  private mutating func sources(_ core: inout Node.Core) {
    repeat {
      source(&core)
      while skip(Self.joins) {
        source(&core)
        if accept("on") {
          core.conditions.append(part())
        } else if accept("using") {
          _ = names()
        }
      }
    } while accept(",")
  }

  private mutating func source(_ core: inout Node.Core) {
    let rows: Node.Source.Rows
    if symbol == "(" {
      open()
      guard isSubselect(0) else {
        sources(&core)
        return close()
      }
      rows = .subselect(nested())
      close()
    } else if keyword == "json_each", token(1) == .symbol("(") {
      write("json_each")
      open()
      rows = .items(part())
      close()
    } else {
      if isAtCaret { expectations.takesType = true }
      if let name = token?.name, token(1) == .symbol("(") {
        fail(error(RecordType.missing(name), kind: .name, candidates: typeNames.sorted()))
      }
      rows = .table(newName("the name of a type"))
    }
    core.sources.append(Node.Source(rows: rows, alias: alias()))
  }

  private mutating func terms(isOrder: Bool) -> [Node] {
    require("by")
    var terms: [Node] = []
    repeat {
      if let term = term(isOrder: isOrder) { terms.append(term) }
      skip(["asc", "desc", "nulls", "first", "last"])
    } while accept(",")
    return terms
  }

  /// Parses a term; nil for the number of a result column, which must not be bound.
  private mutating func term(isOrder: Bool) -> Node? {
    guard case .number(let text) = token, let place = Int(text), (1...2000).contains(place) else {
      return part(isOrder: isOrder)
    }
    switch token(1) {
    case nil, .symbol(","), .symbol(")"), .word:
      write(String(place))
      return nil
    default: return part(isOrder: isOrder)
    }
  }

  mutating func window() -> [Node.Part] {
    let outer = parts
    parts = []
    defer { parts = outer }
    write("OVER")
    if symbol == "(" { _ = windowDefinition() } else { _ = newName("a window") }
    return parts ?? []
  }

  private static let frames = [
    "between", "current", "exclude", "following", "group", "groups", "no", "others", "preceding",
    "range", "row", "rows", "ties", "unbounded",
  ]

  private mutating func windowDefinition() -> [Node] {
    var nodes: [Node] = []
    open()
    if let word = token?.name?.asciiLowercased,
      !Self.frames.contains(word), !["partition", "order"].contains(word)
    {
      _ = newName()
    }
    if accept("partition") {
      require("by")
      nodes += partList()
    }
    if accept("order") { nodes += terms(isOrder: true) }
    while token != nil, symbol != ")" {
      if skip(Self.frames) || accept("and") { continue }
      nodes.append(part(ExpressionWords.Power.and + 1))
      guard let word = keyword, Self.frames.contains(word) else { break }
    }
    close()
    return nodes
  }
}
