package import Interactors
internal import RecordStore
package import Records

extension RecordReader {
  /// The target of a path, or the error for a nil reference on the path.
  package enum PathEnd {
    case place(PropertyPlace)
    case gap(WorkspaceError)
  }

  /// - Throws: ``WorkspaceError/path(_:at:)`` with the position of the failing step.
  package func place(_ path: RecordPath) throws(WorkspaceError) -> PropertyPlace {
    switch try end(of: path) {
    case .place(let place): return place
    case .gap(let error): throw error
    }
  }

  /// Returns the value of a path; nil if a reference on the path is nil.
  package func reading(
    _ path: RecordPath
  ) throws(WorkspaceError) -> (value: Value?, property: Property) {
    switch try end(of: path) {
    case .place(let place):
      return (place.part(of: try value(place.property, of: place.record)), place.target)
    case .gap: return (nil, try target(of: path.steps, from: path.record.type))
    }
  }

  package func end(of path: RecordPath) throws(WorkspaceError) -> PathEnd {
    var id = path.record
    if path.isPlain { return .place(try place(of: path.steps[0].name, of: id, step: 0)) }
    // Check the types first, because a nil reference can end the path before its last step.
    _ = try target(of: path.steps, from: id.type)
    for (number, step) in path.steps.enumerated() {
      var place = try place(of: step.name, of: id, step: number)
      if let index = step.index {
        guard case .list(let items)? = try value(place.property, of: place.record) else {
          throw .path(.holdsNoList(place.property.name), at: .name(number))
        }
        guard items.indices.contains(index) else {
          throw .path(
            .noIndex(
              index, in: "\(place.record).\(place.property.name.asName)", count: items.count),
            at: .index(number))
        }
        place.index = index
      }
      guard number < path.steps.count - 1 else { return .place(place) }
      guard case .reference(let next)? = place.part(of: try value(place.property, of: id)) else {
        return .gap(
          .path(
            .isNil(
              "\(place.record).\(place.property.name.asName)", path.steps[number + 1].name),
            at: .name(number + 1)))
      }
      guard try exists(next) else {
        throw .path(
          .noLongerExists("\(place.record).\(place.property.name.asName)", next),
          at: .name(number))
      }
      id = next
    }
    preconditionFailure("a path must end with a property")
  }

  private func place(
    of name: String, of id: RecordID, step: Int
  ) throws(WorkspaceError) -> PropertyPlace {
    guard let type = store.schema.type(named: id.type) else {
      throw .path(.noRecord(id), at: .whole)
    }
    return PropertyPlace(record: id, property: try property(name, of: type, step: step))
  }

  private func property(
    _ name: String, of type: RecordType, step: Int
  ) throws(WorkspaceError) -> Property {
    if let property = type[name] ?? store.schema.owner(named: name, of: type.name) {
      return property
    }
    throw .path(.noProperty(name, of: type), at: .name(step))
  }

  /// Returns the property at the end of a path, from the types alone.
  package func target(
    of steps: [RecordPath.Step], from type: String
  ) throws(WorkspaceError) -> Property {
    var type = type
    for (number, step) in steps.enumerated() {
      guard let found = store.schema.type(named: type) else {
        throw .path(.noType(type), at: number == 0 ? .owner : .name(number - 1))
      }
      let property = try property(step.name, of: found, step: number)
      guard let item = step.index == nil ? property : property.item else {
        throw .path(.hasNoItems(property), at: .index(number))
      }
      guard number < steps.count - 1 else { return item }
      guard let record = item.kind.recordType else {
        throw .path(
          .isValue(property.name, item.kind, steps[number + 1].name), at: .name(number + 1))
      }
      guard !item.kind.isList else {
        throw .path(.needsIndex(property.name, as: property.name.asName), at: .name(number))
      }
      type = record
    }
    preconditionFailure("a path must end with a property")
  }

  /// Returns the end of a path, which may be broken, for example by a nil reference. If `toKey`,
  /// follows a final reference to the key of its record.
  package func subject(
    _ path: RecordPath, toKey: Bool
  ) throws(WorkspaceError) -> PathSubject {
    let target = try target(of: path.steps, from: path.record.type)
    let root = try live.record(path.record)
    var steps = path.steps.map { PathSubject.Step($0.name, at: $0.index) }
    if toKey, let type = target.kind.recordType, !target.kind.isList,
      let key = store.schema.type(named: type)?.key
    {
      steps.append(PathSubject.Step(key.name))
    }
    return live.subject(root, steps)
  }

  /// A label shows a reference by the key of its record, and for interactive users with its title.
  package func shownProperty(
    _ path: RecordPath
  ) throws(WorkspaceError) -> (any PropertySubject, Property) {
    let target = try target(of: path.steps, from: path.record.type)
    let isReference = target.kind.isReference
    guard !path.isPlain || isReference else { return (try live.record(path.record), target) }
    if isForPerson, isReference, let name = target.kind.recordType,
      let type = store.schema.type(named: name), type.title != nil
    {
      let root = try live.record(path.record)
      let steps = path.steps.map { PathSubject.Step($0.name, at: $0.index) }
      let caption = ReferenceCaption(type) { [live] name in
        live.subject(root, steps + (name.map { [PathSubject.Step($0)] } ?? []))
      } find: { [live] id in
        live.find(id)
      }
      return (caption, ReferenceCaption.property)
    }
    let subject = try subject(path, toKey: true)
    guard isReference, let type = target.kind.recordType,
      let key = store.schema.type(named: type)?.key
    else { return (subject, target) }
    return (subject, key)
  }
}

/// A subject whose only property is the caption of a reference; it follows the reference, and the
/// title and key of its record.
package final class ReferenceCaption: PropertySubject {
  package static let property = Property("caption", .text, isOptional: true)

  package let propertyChanged = PropertyChanged()
  private let reference: PathSubject
  private let parts: [PathSubject]
  private let type: RecordType
  private let find: (RecordID) -> TypedRecord?
  private var known: Value?

  /// - Parameter path: Returns the path to a property of the referenced record, or to the reference
  ///   if the name is nil.
  package init(
    _ type: RecordType, path: (String?) -> PathSubject, find: @escaping (RecordID) -> TypedRecord?
  ) {
    (self.type, self.find) = (type, find)
    reference = path(nil)
    parts = [type.title, type.key].compactMap { $0 }.map { path($0.name) }
    known = caption
    for part in [reference] + parts {
      part.propertyChanged.add { [weak self] _, _ in self?.follow() }
    }
  }

  private func follow() {
    let (old, new) = (known, caption)
    guard old != new else { return }
    known = new
    propertyChanged.raise(
      self, PropertyChange(name: Self.property.name, old: old, new: new))
  }

  private var caption: Value? {
    guard case .reference(let id) = reference.value(of: reference.propertyName) else { return nil }
    guard let record = find(id) else { return .text("\(id) (deleted)") }
    return .text(type.caption(of: id) { record[$0] })
  }

  package func property(named name: String) -> Property? {
    name == Self.property.name ? Self.property : nil
  }

  package func value(of name: String) -> Value? { name == Self.property.name ? caption : nil }

  package func set(_ name: String, to value: Value?) throws(Violation) {
    throw Violation(kind: .name, message: "the caption of a record cannot be set")
  }
}
