internal import Mustache
internal import Records

/// A subject or a value, as the renderer of a template knows it.
final class TemplateContext: MustacheParent, MustacheTransformable, Comparable,
  CustomStringConvertible
{
  enum Object {
    case subject(any Subject)
    /// A value as it is written.
    case value(String)
  }

  let object: Object
  /// Tells the contexts of a rendering apart; 0 is the subject of the template.
  let number: Int
  /// Whose values it holds if not those of the template's subject.
  let owner: DetailID.Owner?
  /// The contexts around it, without the subject of the template.
  let parents: [Int]
  private unowned let rendering: TemplateRendering

  init(
    _ object: Object, number: Int, owner: DetailID.Owner?, parents: [Int],
    _ rendering: TemplateRendering
  ) {
    self.object = object
    self.number = number
    self.owner = owner
    self.parents = parents
    self.rendering = rendering
  }

  var isRoot: Bool { number == 0 }

  func child(named name: String) -> Any? {
    TemplateScanner.number(name).flatMap { rendering.value(of: $0, in: self) }
  }

  /// What `{{.}}` means here.
  func itself(for tag: TemplateTag) -> Any {
    switch tag.role {
    case .variable: TemplateText(text, isNil: false, of: self)
    case .section, .invertedSection, .end: self
    }
  }

  /// The value, or the name of the record.
  private var text: String {
    switch object {
    case .subject(let subject): subject.recordID?.description ?? subject.typeName
    case .value(let text): text
    }
  }

  func transform(_ name: String) -> Any? {
    TemplateText(text, isNil: false, of: self).transform(name)
  }

  func marked(_ text: String) -> String { rendering.marked(text, of: self) }

  /// The value with the mark of its context.
  var description: String { marked(text) }

  static func == (left: TemplateContext, right: TemplateContext) -> Bool { left.text == right.text }
  static func < (left: TemplateContext, right: TemplateContext) -> Bool { left.text < right.text }
}

/// A text for the renderer, which marks whose it is.
struct TemplateText: MustacheCustomRenderable, MustacheTransformable, CustomStringConvertible {
  let text: String
  let isNull: Bool
  private let context: TemplateContext

  init(_ text: String, isNil: Bool, of context: TemplateContext) {
    self.text = text
    isNull = isNil
    self.context = context
  }

  var renderText: String { context.marked(text) }
  var description: String { renderText }

  /// What a function makes of nil is nil too.
  func transform(_ name: String) -> Any? {
    if name == "empty" { return isNull || text.isEmpty }
    if isNull { return self }
    guard let text = text.transform(name).map({ "\($0)" }) else { return nil }
    return TemplateText(text, isNil: isNull, of: context)
  }
}

/// A list of one value, whose label writes an item.
final class Single: Subject {
  let propertyChanged = PropertyChanged()
  private let property: Property
  private let item: Value

  init(_ property: Property, _ item: Value) {
    self.property = property
    self.item = item
  }

  func property(named name: String) -> Property? { name == property.name ? property : nil }
  func value(of name: String) -> Value? { name == property.name ? .list([item]) : nil }
  func set(_ name: String, to value: Value?) throws(Violation) {
    throw Violation(kind: .name, message: "\(name) cannot be set")
  }
  func restore(_ name: String, to value: Value?) {}
}

extension Subject {
  /// What the subject is called where it has not a property.
  var typeName: String { (self as? Record)?.type.name ?? String(describing: Self.self) }
}
