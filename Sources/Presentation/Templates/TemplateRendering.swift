internal import Interactors
internal import Mustache
internal import Records

/// One rendering of a template: what its tags mean for a subject, and what has gone wrong.
///
/// Every value of an item is written with a mark of the item before it, from which the lines know
/// whose they are. Marks are control characters, which no value holds that is written.
final class TemplateRendering {
  /// How many values a text can have.
  private static let mostValues = 200_000
  private static let markBegin: Unicode.Scalar = "\u{1}"
  private static let markEnd: Unicode.Scalar = "\u{2}"

  let input: FormatterInput
  /// What was wrong first.
  private(set) var failure: TemplateError?
  private let tags: [TemplateTag]
  private var contexts: [TemplateContext] = []
  private var values = 0
  /// The innermost type that a tag's name was looked for in and not found, by the tag's number.
  private var missed: [Int: String] = [:]

  init(_ tags: [TemplateTag], _ input: FormatterInput) {
    self.tags = tags
    self.input = input
  }

  /// The subject, as the renderer knows it.
  var root: TemplateContext {
    TemplateContext(.subject(input.subject), number: 0, owner: nil, parents: [], self)
  }

  /// What a tag means in a context; nil where the context has no such name, and one around it may.
  func value(of number: Int, in context: TemplateContext) -> Any? {
    guard failure == nil, tags.indices.contains(number) else { return nil }
    let tag = tags[number]
    values += 1
    if values > Self.mostValues { failure = tag.error(.tooLong) }
    if tag.path == TemplateTag.itself { return checked(context.itself(for: tag), tag) }
    guard case .subject(let subject) = context.object else { return nil }
    return value(of: tag, number, in: subject, context).flatMap { checked($0, tag) }
  }

  /// A value, if the functions of its tag take such a one.
  private func checked(_ value: Any, _ tag: TemplateTag) -> Any? {
    if tag.functions.isEmpty || (value as? TemplateText)?.isNull == true { return value }
    do {
      _ = try tag.shape(of: value is [TemplateContext] ? .list : .value)
      return value
    } catch {
      failure = error
      return nil
    }
  }

  private func value(
    of tag: TemplateTag, _ number: Int, in first: any Subject, _ context: TemplateContext
  ) -> Any? {
    var subject = first
    for (place, name) in tag.path.enumerated() {
      let isLast = place == tag.path.count - 1
      if isLast, let items = input.items(of: name, in: subject) {
        return list(items, name, tag, context)
      }
      guard let property = subject.property(named: name) else {
        if place == 0, !context.isRoot {
          if missed[number] == nil { missed[number] = subject.typeName }
          return nil
        }
        failure = tag.error(
          .unknownName(name, type: missed[number] ?? subject.typeName),
          candidates: subject.properties.map(\.name))
        return nil
      }
      input.noteReading(subject, name)
      if isLast { return value(of: property, in: subject, tag, context) }
      guard case .reference(let id)? = subject.value(of: name), let next = input.find(id) else {
        if !property.kind.isReference { failure = tag.error(.notAReference(name)) }
        let nilText = tag.role == .variable ? input.label(subject, property).nilText : ""
        return TemplateText(nilText, isNil: true, of: context)
      }
      subject = next
    }
    return nil
  }

  private func value(
    of property: Property, in subject: any Subject, _ tag: TemplateTag, _ context: TemplateContext
  ) -> Any? {
    let value = subject.value(of: property.name)
    let text = TemplateText(
      input.text(of: property, in: subject), isNil: value == nil, of: context)
    if case .list(let items)? = value, tag.role != .variable || !tag.functions.isEmpty {
      return items.map { item in
        // An item is written as the list would be that has no other.
        let single = Single(property, item)
        return child(
          .value(input.text(of: property, in: single)), owner: context.owner, of: context)
      }
    }
    if tag.role == .variable || !tag.functions.isEmpty { return text }
    switch value {
    case .boolean(let flag)?: return flag
    case .reference(let id)?:
      return input.find(id).map { subject in
        child(.subject(subject), owner: subject.recordID.map(DetailID.Owner.record), of: context)
      } ?? text
    case .text(let content)? where content.isEmpty: return false
    case nil, .text?, .integer?, .decimal?, .double?, .date?, .dateTime?, .time?, .duration?,
      .month?, .percent?, .list?:
      return value == nil ? false : child(.value(text.text), owner: context.owner, of: context)
    }
  }

  private func list(
    _ items: [any Subject], _ name: String, _ tag: TemplateTag, _ context: TemplateContext
  ) -> Any {
    if tag.role == .variable, tag.functions.isEmpty {
      return TemplateText(String(items.count), isNil: false, of: context)
    }
    return items.enumerated().map { index, subject in
      let owner = subject.recordID.map(DetailID.Owner.record) ?? .place(list: name, index: index)
      return child(.subject(subject), owner: owner, of: context)
    }
  }

  private func child(
    _ object: TemplateContext.Object, owner: DetailID.Owner?, of context: TemplateContext
  ) -> TemplateContext {
    let child = TemplateContext(
      object, number: contexts.count + 1, owner: owner,
      parents: context.isRoot ? [] : context.parents + [context.number], self)
    contexts.append(child)
    return child
  }

  // MARK: Marks

  /// The text of a value with the mark of its context.
  func marked(_ text: String, of context: TemplateContext) -> String {
    if context.owner == nil { return text }
    var result = String.UnicodeScalarView([Self.markBegin])
    result.append(contentsOf: String(context.number).unicodeScalars)
    result.append(Self.markEnd)
    return String(result) + text
  }

  /// A line without its marks, and the innermost item that all of them agree on.
  func line(_ scalars: Substring.UnicodeScalarView) -> Template.Line {
    var text = String.UnicodeScalarView()
    var owners: Set<Int> = []
    var rest = scalars
    while let scalar = rest.popFirst() {
      guard scalar == Self.markBegin else {
        text.append(scalar)
        continue
      }
      let digits = rest.prefix { $0 != Self.markEnd }
      rest = rest.dropFirst(digits.count + 1)
      if let number = Int(String(digits)) { owners.insert(number) }
    }
    let innermost = owners.max { contexts[$0 - 1].parents.count < contexts[$1 - 1].parents.count }
    let owner = innermost.flatMap { number -> DetailID.Owner? in
      let context = contexts[number - 1]
      let others = owners.subtracting(context.parents).subtracting([number])
      return others.allSatisfy { contexts[$0 - 1].owner == context.owner } ? context.owner : nil
    }
    return Template.Line(text: String(text), owner: owner)
  }
}
