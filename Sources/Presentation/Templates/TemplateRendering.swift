internal import Interactors
internal import Records

enum TemplateValue {
  /// A missing value, with the label's text for nil.
  case none(TemplateScope)
  case item(TemplateScope)
  case list([TemplateScope])
  case flag(Bool)
}

final class TemplateScope {
  enum Object {
    case subject(any PropertySubject)
    case value(String)
  }

  let object: Object
  /// The value that the text shows; nil for a record, a missing value or the result of a function.
  let value: Value?
  /// Nil for the template's subject and for values.
  let owner: DetailID.Owner?
  let origin: TemplateScope?
  fileprivate(set) var place: (index: Int, isLast: Bool)?

  init(
    _ object: Object, showing value: Value? = nil, owner: DetailID.Owner? = nil,
    of origin: TemplateScope? = nil
  ) {
    self.object = object
    self.value = value
    self.owner = owner
    self.origin = origin
  }

  var text: String {
    switch object {
    case .subject(let subject): subject.recordID?.description ?? subject.typeName
    case .value(let text): text
    }
  }

  func value(_ text: String, showing value: Value? = nil) -> TemplateScope {
    TemplateScope(.value(text), showing: value, of: self)
  }

  fileprivate func item(_ subject: any PropertySubject, or place: DetailID.Owner?) -> TemplateScope
  {
    let owner = subject.recordID.map(DetailID.Owner.record) ?? place
    return TemplateScope(.subject(subject), owner: owner, of: self)
  }

  fileprivate var holder: TemplateScope {
    if case .value = object, let origin { origin.holder } else { self }
  }

  fileprivate var path: [TemplateScope] { [self] + (origin?.path ?? []) }
}

struct TemplateRendering {
  private static let mostValues = 200_000

  struct Line {
    fileprivate(set) var text = ""
    fileprivate var shown: [TemplateScope] = []

    /// The owner of the innermost section with values in the line; nil if there is none, or if the
    /// line has values of another list item or record that does not contain the innermost.
    var owner: DetailID.Owner? {
      let paths = shown.map(\.path)
      guard let innermost = paths.max(by: { $0.count < $1.count }) else { return nil }
      let isOfOne = shown.allSatisfy { item in
        item.owner == innermost[0].owner || innermost.contains { $0 === item }
      }
      return isOfOne ? innermost[0].owner : nil
    }
  }

  /// Without empty lines at the end.
  private(set) var lines = [Line()]
  private let input: FormatterInput
  private let isHTML: Bool
  private var values = 0

  init(
    of nodes: [TemplateNode], for input: FormatterInput, isHTML: Bool
  ) throws(TemplateError) {
    self.input = input
    self.isHTML = isHTML
    try write(nodes, in: [TemplateScope(.subject(input.subject))])
    while lines.last?.text.isEmpty == true { lines.removeLast() }
  }

  private mutating func write(
    _ nodes: [TemplateNode], in scopes: [TemplateScope]
  ) throws(TemplateError) {
    for node in nodes {
      switch node {
      case .text(let text): write(text)
      case .newline: lines.append(Line())
      case .value(let tag):
        try write(value(of: tag, isSection: false, in: scopes), of: tag)
      case .section(let tag, let isInverted, let nodes):
        let value = try value(of: tag, isSection: true, in: scopes)
        let inner = inner(of: value, in: scopes)
        try count(inner.count, of: tag)
        for scopes in isInverted ? (inner.isEmpty ? [scopes] : []) : inner {
          try write(nodes, in: scopes)
        }
      }
    }
  }

  private mutating func write(_ text: String) { lines[lines.count - 1].text += text }

  private mutating func write(_ value: TemplateValue, of tag: TemplateTag) throws(TemplateError) {
    var texts: [String] = []
    switch value {
    case .none(let item):
      texts = [item.text]
      note(item)
    case .item(let item):
      texts = [try text(of: item, tag)]
      note(item)
    case .list(let items):
      for item in items {
        texts.append(try text(of: item, tag))
        note(item)
      }
    case .flag(let flag): texts = ["\(flag)"]
    }
    var text = texts.joined(separator: ", ")
    try count(texts.count + text.utf8.count / 100, of: tag)
    if let format = tag.format, let width = format.width {
      let padding = String(repeating: " ", count: max(0, width - input.width(text)))
      // Padding counts toward the limit, because it makes the result longer.
      values += padding.utf8.count / 100
      text = format.isAtRight ? padding + text : text + padding
    }
    write(isHTML ? text.escapedForHTML : text)
  }

  /// Lists within lists, and long texts, can make a small template large.
  private mutating func count(_ more: Int, of tag: TemplateTag) throws(TemplateError) {
    values += more
    if values > Self.mostValues { throw tag.error(.tooLong) }
  }

  private mutating func note(_ item: TemplateScope) {
    let holder = item.holder
    if holder.owner != nil { lines[lines.count - 1].shown.append(holder) }
  }

  private func text(of item: TemplateScope, _ tag: TemplateTag) throws(TemplateError) -> String {
    guard let pattern = tag.format?.pattern else { return item.text }
    if let value = item.value, let text = pattern.text(of: value, input.zoneOffset) { return text }
    // The template may have been checked before the type of the value was defined.
    throw tag.error(pattern, for: item.value?.calendarKind ?? .text)
  }

  private func inner(of value: TemplateValue, in scopes: [TemplateScope]) -> [[TemplateScope]] {
    switch value {
    case .none: return []
    case .flag(let flag): return flag ? [scopes] : []
    case .item(let item): return item.text.isEmpty ? [] : [scopes + [item]]
    case .list(let items):
      for (index, item) in items.enumerated() { item.place = (index, index == items.count - 1) }
      return items.map { scopes + [$0] }
    }
  }

  private mutating func value(
    of tag: TemplateTag, isSection: Bool, in scopes: [TemplateScope]
  ) throws(TemplateError) -> TemplateValue {
    if let place = tag.place { return place.value(of: scopes[scopes.count - 1].place) }
    var value = try value(named: tag, isSection: isSection, in: scopes)
    if tag.functions.isEmpty { return value }
    switch value {
    case .none: break
    case .list: _ = try tag.shape(of: .list)
    case .item, .flag: _ = try tag.shape(of: .value)
    }
    for function in tag.functions.reversed() { value = function.value(of: value) }
    return value
  }

  /// Returns the value in the innermost scope that has the first name of the path.
  private mutating func value(
    named tag: TemplateTag, isSection: Bool, in scopes: [TemplateScope]
  ) throws(TemplateError) -> TemplateValue {
    var innermost: (any PropertySubject)?
    for scope in scopes.reversed() {
      try count(1, of: tag)
      if tag.path == TemplateTag.itself { return .item(scope) }
      if case .subject(let subject) = scope.object {
        innermost = innermost ?? subject
        if let value = try value(of: tag, isSection: isSection, subject, scope) { return value }
      }
      if tag.path == [TemplateTag.number], let index = scope.place?.index {
        return .item(scope.value(String(index + 1), showing: .integer(index + 1)))
      }
    }
    throw tag.error(
      .unknownName(tag.path[0], type: innermost?.typeName ?? "the value"),
      candidates: input.subject.properties.map(\.name))
  }

  private func value(
    of tag: TemplateTag, isSection: Bool, _ first: any PropertySubject, _ scope: TemplateScope
  ) throws(TemplateError) -> TemplateValue? {
    var subject = first
    var reference: Property?
    for (index, name) in tag.path.enumerated() {
      if let from = reference {
        guard from.kind.isReference else { throw tag.error(.notAReference(from.name)) }
        guard case .reference(let id)? = subject.value(of: from.name), let next = input.find(id)
        else { return .none(scope.value(input.label(subject, from).nilText)) }
        subject = next
      }
      let isLast = index == tag.path.count - 1
      if isLast, let items = input.items(of: name, in: subject) {
        if !isSection, tag.functions.isEmpty { return .item(scope.value(String(items.count))) }
        return .list(
          items.enumerated().map { scope.item($1, or: .place(list: name, index: $0)) })
      }
      guard let property = subject.property(named: name) else {
        if index == 0 { return nil }
        throw tag.error(
          .unknownName(name, type: subject.typeName), candidates: subject.properties.map(\.name))
      }
      input.noteReading(subject, name)
      reference = property
    }
    return reference.map { value(of: $0, tag, isSection: isSection, subject, scope) }
  }

  private func value(
    of property: Property, _ tag: TemplateTag, isSection: Bool, _ subject: any PropertySubject,
    _ scope: TemplateScope
  ) -> TemplateValue {
    let value = subject.value(of: property.name)
    let text = scope.value(input.text(of: property, in: subject), showing: value)
    guard let value else { return .none(text) }
    let isText = tag.functions.isEmpty && tag.format?.pattern == nil
    if !isSection, isText { return .item(text) }
    if case .list(let items) = value {
      // Format each item like a list that contains only this item.
      return .list(
        items.map { item in
          let list = FixedSubject([(property, .list([item]))])
          return scope.value(input.text(of: property, in: list), showing: item)
        })
    }
    guard tag.functions.isEmpty else { return .item(text) }
    if case .boolean(let flag) = value { return .flag(flag) }
    if case .reference(let id) = value, let subject = input.find(id) {
      return .item(scope.item(subject, or: nil))
    }
    return .item(text)
  }
}

extension TemplateTag {
  func error(_ pattern: DatePattern, for kind: PropertyKind) -> TemplateError {
    let (letters, field) = pattern.unfitting(kind) ?? ("d", .day)
    return error(.unfittingPattern(part: field.rawValue, letters, of: written(), kind: kind.name))
  }
}

extension String {
  fileprivate var escapedForHTML: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension PropertySubject {
  fileprivate var typeName: String {
    (self as? TypedRecord)?.type.name ?? String(describing: Self.self)
  }
}

final class FixedSubject: PropertySubject {
  let propertyChanged = PropertyChanged()
  private let values: [(property: Property, value: Value)]

  init(_ values: [(Property, Value)]) { self.values = values }

  convenience init(texts: [String: String], and others: [(Property, Value)] = []) {
    self.init(texts.map { (Property($0, .text), .text($1)) } + others)
  }

  func property(named name: String) -> Property? {
    values.first { $0.property.name == name }?.property
  }
  func value(of name: String) -> Value? { values.first { $0.property.name == name }?.value }
}
