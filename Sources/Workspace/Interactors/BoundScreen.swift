internal import Interactors
package import Records
package import Replies

package final class BoundScreen: BoundInteractor {
  package struct Slot {
    package let name: String
    package let make: () throws(Diagnostic) -> BoundField
    /// The field; nil while the path is broken.
    package var field: BoundField?
    package var failure: Diagnostic?

    package init(name: String, make: @escaping () throws(Diagnostic) -> BoundField) {
      self.name = name
      self.make = make
    }
  }

  /// The record of the screen; nil for a list screen.
  package let record: RecordID?
  package private(set) var labels: [BoundLabel] = []
  package private(set) var slots: [Slot]

  package init(_ name: String, on record: RecordID, _ slots: [Slot]) {
    self.record = record
    self.slots = slots
    super.init("screen", .own(name), on: record.description, Interactor())
  }

  package init(_ name: String, onMany type: String) {
    record = nil
    slots = []
    super.init("screen", .own(name), on: "[\(type.asName)]", Interactor())
  }

  package override var parts: [BoundInteractor] { labels + slots.compactMap(\.field) }

  package subscript(name: String) -> BoundInteractor? {
    labels.first { $0.name == name } ?? ownFields.first { $0.name == name }
  }

  package func reason(againstField name: String) -> String? {
    slots.first { $0.field == nil && $0.name == name }?.failure?.message
  }

  package func add(_ label: BoundLabel) {
    labels.append(label)
    base.nest(label.base)
  }

  /// Creates fields whose paths have become valid, and closes fields whose paths are broken.
  package func updateFields(follow: (BoundField) throws(Diagnostic) -> Void) {
    for index in slots.indices {
      do throws(Diagnostic) {
        if let field = slots[index].field {
          if !field.interactor.isEditing { try follow(field) }
        } else {
          let field = try slots[index].make()
          (slots[index].field, slots[index].failure) = (field, nil)
          base.nest(field.base)
        }
      } catch {
        if let field = slots[index].field {
          base.unnest(field.base)
          field.close()
        }
        (slots[index].field, slots[index].failure) = (nil, error)
      }
    }
  }

  package func closeIdleParts() {
    for label in labels { label.close() }
    labels = []
    for index in slots.indices where slots[index].field?.interactor.isEditing == false {
      slots[index].field?.close()
      slots[index].field = nil
    }
  }

  package override func close() {
    base.deactivate()
    for part in parts { part.close() }
  }
}
