internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies

/// The labels and fields of an open screen, whose names are its own.
final class AttachedScreen: AttachedInteractor {
  /// A field of the definition, and what was made of it.
  struct Slot {
    let name: String
    /// Makes the field.
    let make: () throws(Diagnostic) -> AttachedField
    /// Nil as long as it leads nowhere.
    var field: AttachedField?
    /// Why it leads nowhere.
    var reason: String?
  }

  /// The record of the screen; nil where it lists many.
  let record: RecordID?
  private(set) var labels: [AttachedLabel] = []
  private(set) var slots: [Slot]

  init(_ name: String, on record: RecordID, _ slots: [Slot]) {
    self.record = record
    self.slots = slots
    super.init("screen", .own(name), on: record.description, Interactor())
  }

  /// Those of a screen that lists the records of a type.
  init(_ name: String, onMany type: String) {
    record = nil
    slots = []
    super.init("screen", .own(name), on: "[\(type.asName)]", Interactor())
  }

  override var parts: [AttachedInteractor] { labels + slots.compactMap(\.field) }

  /// What a name means on the screen; nil if it has none such.
  subscript(name: String) -> Binding? {
    if let label = labels.first(where: { $0.name == name }) { return .label(label) }
    return ownFields.first { $0.name == name }.map(Binding.field)
  }

  /// Its names with what they mean.
  var bindings: [(name: String, binding: Binding)] {
    labels.map { ($0.name, .label($0)) } + ownFields.map { ($0.name, .field($0)) }
  }

  /// Why a field of this name leads nowhere now; nil if there is no such field.
  func reason(againstField name: String) -> String? {
    slots.first { $0.field == nil && $0.name == name }?.reason
  }

  /// Takes in a label, which becomes active when the screen is.
  func add(_ label: AttachedLabel) {
    labels.append(label)
    base.nest(label.base)
  }

  /// Makes the fields that lead somewhere by now, and ends those that no longer do.
  func updateFields(follow: (AttachedField) throws(Diagnostic) -> Void) {
    for index in slots.indices {
      do throws(Diagnostic) {
        if let field = slots[index].field {
          if !field.interactor.isEditing { try follow(field) }
        } else {
          let field = try slots[index].make()
          (slots[index].field, slots[index].reason) = (field, nil)
          base.nest(field.base)
        }
      } catch {
        if let field = slots[index].field {
          base.unnest(field.base)
          field.close()
        }
        (slots[index].field, slots[index].reason) = (nil, error.message)
      }
    }
  }

  /// Closes the labels, and the fields that are not edited.
  func closeIdleParts() {
    for label in labels { label.close() }
    labels = []
    for index in slots.indices where slots[index].field?.interactor.isEditing == false {
      slots[index].field?.close()
      slots[index].field = nil
    }
  }

  override func close() {
    base.deactivate()
    for part in parts { part.close() }
  }
}
