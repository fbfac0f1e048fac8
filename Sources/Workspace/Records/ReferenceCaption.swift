package import Interactors
package import Records

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
