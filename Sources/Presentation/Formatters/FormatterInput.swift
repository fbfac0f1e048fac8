public import Interactors
public import Records

/// What the ready-made formatters are given: a subject, its related lists, and the labels that say
/// how its values are written.
public struct FormatterInput {
  /// The object that the screen is about: a record, or one of any class with observed properties.
  public var subject: any Subject
  /// The items of lists that are no property of the subject, or whose items are no records.
  public var related: [String: [any Subject]]
  /// Finds the record that a reference or an item of a list means; nil where it is gone.
  public var find: (RecordID) -> (any Subject)?
  /// Makes the label that writes a property, in the locale of the screen.
  public var label: (any Subject, Property) -> LabelInteractor
  /// Whether a reference is written as a person sees its record, by the title beside the key, if the
  /// type has one; else by the key alone.
  public var showsTitles = true
  /// Is told of each property that is read.
  var noteReading: (any Subject, String) -> Void = { _, _ in }

  /// Makes the input of a screen about one subject.
  public init(
    _ subject: any Subject, related: [String: [any Subject]] = [:],
    find: @escaping (RecordID) -> (any Subject)? = { _ in nil },
    label: @escaping (any Subject, Property) -> LabelInteractor = {
      LabelInteractor.label($0, $1)
    }
  ) {
    self.subject = subject
    self.related = related
    self.find = find
    self.label = label
  }

  /// What a label says for a property; for a reference what its record is called.
  ///
  /// Control characters are written out, so that the text stays in its line.
  public func text(of property: Property, in subject: any Subject) -> String {
    noteReading(subject, property.name)
    let text =
      if case .reference(let id) = subject.value(of: property.name) {
        find(id).map { caption(of: id, $0) } ?? "\(id) (gone)"
      } else {
        label(subject, property).text
      }
    return text.writingOut(\.isControl)
  }

  private func caption(of id: RecordID, _ subject: any Subject) -> String {
    guard let record = subject as? Record else { return id.description }
    return record.type.caption(of: id) { name in
      if name == record.type.title?.name, !showsTitles { return nil }
      noteReading(record, name)
      return record[name]
    }
  }

  /// The subjects that a list holds; nil where there is no such list.
  func items(of list: String, in subject: any Subject) -> [any Subject]? {
    if subject === self.subject, let items = related[list] { return items }
    noteReading(subject, list)
    guard let property = subject.property(named: list), property.item?.kind.recordType != nil,
      case .list(let items) = subject.value(of: list)
    else { return nil }
    return items.compactMap { item in
      if case .reference(let id) = item { find(id) } else { nil }
    }
  }
}

extension Subject {
  /// What the subject is to those who choose it.
  var recordID: RecordID? {
    guard let record = self as? Record, let number = record.number else { return nil }
    return RecordID(record.type.name, number)
  }

  /// All properties, in the order of their definition.
  var properties: [Property] {
    if let record = self as? Record { return record.type.properties }
    var levels: [Mirror] = []
    var mirror: Mirror? = Mirror(reflecting: self)
    while let level = mirror {
      levels.append(level)
      mirror = level.superclassMirror
    }
    return levels.reversed().flatMap(\.children).compactMap { child in
      guard let label = child.label, label.hasPrefix("_") else { return nil }
      return property(named: String(label.dropFirst()))
    }
  }
}
