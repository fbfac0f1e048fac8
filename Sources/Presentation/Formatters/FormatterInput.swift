public import Interactors
public import Records

/// The input of the built-in formatters: a subject, its related lists, and the labels that format
/// its values.
public struct FormatterInput {
  /// The subject of the screen: a record, or an object of a class with observed properties.
  public var subject: any PropertySubject
  /// Lists that are not properties of the subject, or whose items are not records.
  public var related: [String: [any PropertySubject]]
  /// Returns the record of a reference or list item; nil if it no longer exists.
  public var find: (RecordID) -> (any PropertySubject)?
  /// Creates the label that formats a property for the locale of the screen.
  public var label: (any PropertySubject, Property) -> LabelInteractor
  /// Whether a reference is shown with its record's title, if there is one, before the key. If the
  /// record has no key, the ID replaces the key, such as `Person/1`.
  public var showsTitles = true
  /// Creates the label that formats a property for a formatter with ``TemplateFormatter/isLocal``;
  /// if nil, ``label`` creates it.
  public var localLabel: ((any PropertySubject, Property) -> LabelInteractor)?
  /// Returns the number of columns of a text; by default the number of its characters.
  public var width: (String) -> Int = \.count
  /// Returns the offset from UTC at a time, both in milliseconds, for patterns of dates and times;
  /// by default 0.
  public var zoneOffset: (Int) -> Int = { _ in 0 }
  var noteReading: (any PropertySubject, String) -> Void = { _, _ in }

  /// Creates the input for a subject.
  public init(
    _ subject: any PropertySubject, related: [String: [any PropertySubject]] = [:],
    find: @escaping (RecordID) -> (any PropertySubject)? = { _ in nil },
    label: @escaping (any PropertySubject, Property) -> LabelInteractor = {
      LabelInteractor($0, $1, isActive: false)
    }
  ) {
    self.subject = subject
    self.related = related
    self.find = find
    self.label = label
  }

  /// Returns the text of a property's label; for a reference, the caption of its record, or a text
  /// such as `Person/1 (deleted)`.
  ///
  /// Control characters are escaped, as in `\n`, so that the text stays on its line.
  public func text(of property: Property, in subject: any PropertySubject) -> String {
    noteReading(subject, property.name)
    let text =
      if case .reference(let id) = subject.value(of: property.name) {
        find(id).map { caption(of: id, $0) } ?? "\(id) (deleted)"
      } else {
        label(subject, property).text
      }
    return text.writingOut(\.isControl)
  }

  private func caption(of id: RecordID, _ subject: any PropertySubject) -> String {
    guard let record = subject as? TypedRecord else { return id.description }
    return record.type.caption(of: id) { name in
      if name == record.type.title?.name, !showsTitles { return nil }
      noteReading(record, name)
      return record[name]
    }
  }

  func items(of list: String, in subject: any PropertySubject) -> [any PropertySubject]? {
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

extension PropertySubject {
  var recordID: RecordID? {
    guard let record = self as? TypedRecord, let number = record.number else { return nil }
    return RecordID(record.type.name, number)
  }

  var properties: [Property] {
    if let record = self as? TypedRecord { return record.type.properties }
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
