public import Records

extension Template {
  /// What a name can be looked up in while a template is checked.
  private struct Scope {
    enum Content {
      case type(RecordType)
      /// A value that has no properties.
      case value
      /// Something that is not known yet, and may have any.
      case unknown
    }

    var content: Content
    /// Whether it is an item of a list, which has a place in it; nil where that is not known.
    var isItem: Bool? = false

    static let unknown = Scope(content: .unknown, isItem: nil)
  }

  /// What a tag stands for: its shape without its functions, nil where it is not known, and where
  /// names in its section are looked up.
  private struct Meaning {
    var shape: TemplateShape?
    var content: Scope.Content
    /// Whether it is true or false, of which a section does not change what names mean.
    var isFlag = false

    static let unknown = Meaning(shape: nil, content: .unknown)
  }

  /// Whether every name is a property of the type, or of the types that it leads to, and every
  /// function takes what it is applied to.
  ///
  /// - Parameter types: finds a type; nil for one that is not defined yet, whose names are taken
  ///   on trust.
  /// - Throws: ``TemplateError`` of the first tag of which that is not so.
  public func check(
    for type: RecordType, types: (String) -> RecordType?
  ) throws(TemplateError) {
    try Self.check(nodes, in: [Scope(content: .type(type))], types)
  }

  private static func check(
    _ nodes: [TemplateNode], in scopes: [Scope], _ types: (String) -> RecordType?
  ) throws(TemplateError) {
    for node in nodes {
      switch node {
      case .text, .newline: break
      case .value(let tag): _ = try inner(of: tag, in: scopes, types)
      case .section(let tag, let isInverted, let nodes):
        var (scope, isOfList) = try inner(of: tag, in: scopes, types)
        if isInverted {
          // It is there where the tag stands for nothing, of which nothing can be looked up; the
          // place in a list is only known in a section that is directly in that of the list.
          scope = scopes[scopes.count - 1]
          if isOfList { scope.isItem = false }
        }
        try check(nodes, in: scopes + [scope], types)
      }
    }
  }

  /// Where names in the section of a tag are looked up first, and whether it is one of a list.
  private static func inner(
    of tag: TemplateTag, in scopes: [Scope], _ types: (String) -> RecordType?
  ) throws(TemplateError) -> (scope: Scope, isOfList: Bool) {
    let scope = scopes[scopes.count - 1]
    if let place = tag.place {
      if scope.isItem == false { throw tag.error(.misplaced(place.rawValue)) }
      return (scope, false)
    }
    let meaning = try meaning(of: tag, in: scopes, types)
    guard let argument = meaning.shape else { return (.unknown, false) }
    if meaning.isFlag, tag.functions.isEmpty { return (scope, false) }
    switch try tag.shape(of: argument) {
    case .flag: return (scope, false)
    case .number: return (Scope(content: .value), false)
    case .list: return (Scope(content: meaning.content, isItem: true), true)
    case .value:
      // Of a single value functions leave a text.
      let isText = argument == .value && !tag.functions.isEmpty
      return (Scope(content: isText ? .value : meaning.content), false)
    }
  }

  private static func meaning(
    of tag: TemplateTag, in scopes: [Scope], _ types: (String) -> RecordType?
  ) throws(TemplateError) -> Meaning {
    guard let first = tag.path.first, tag.path != TemplateTag.itself else {
      let content = scopes[scopes.count - 1].content
      if case .unknown = content { return .unknown }
      return Meaning(shape: .value, content: content)
    }
    guard var property = try property(first, of: tag, in: scopes) else { return .unknown }
    for name in tag.path.dropFirst() {
      guard property.kind.isReference, let target = property.kind.recordType else {
        throw tag.error(.notAReference(property.name))
      }
      guard let type = types(target) else { return .unknown }
      guard let next = type[name] else {
        throw tag.error(.unknownName(name, type: type.name), candidates: type.names)
      }
      property = next
    }
    let target = (property.item ?? property).kind.recordType
    return Meaning(
      shape: property.item == nil ? .value : .list,
      content: target.map { types($0).map(Scope.Content.type) ?? .unknown } ?? .value,
      isFlag: property.kind == .boolean)
  }

  /// The property that the innermost scope has which has it; nil where that is not known.
  private static func property(
    _ name: String, of tag: TemplateTag, in scopes: [Scope]
  ) throws(TemplateError) -> Property? {
    var known: [RecordType] = []
    for scope in scopes.reversed() {
      switch scope.content {
      case .type(let type):
        if let property = type[name] { return property }
        known.append(type)
      case .value: break
      case .unknown: return nil
      }
    }
    throw tag.error(
      .unknownName(name, type: known.first?.name ?? "the value"),
      candidates: known.flatMap(\.names))
  }
}

extension RecordType {
  fileprivate var names: [String] { properties.map(\.name) }
}
