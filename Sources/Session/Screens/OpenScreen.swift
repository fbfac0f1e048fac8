internal import Interactors
internal import Presentation
internal import Records
internal import Replies

/// A screen that is open: its labels and fields, its selection and menu.
class OpenScreen: Interactor {
  final let definition: ScreenDefinition
  /// The selection and the menu.
  final let presenter = Presenter<RecordID>()
  final let parts: AttachedScreen
  /// The content that was last reported; nil before, and while another screen is on top.
  final var lastReported: ScreenContent?
  /// What was on it when its type was altered, which stays until its editing ends.
  private var former: ScreenContent?

  /// Makes a screen that is not open yet.
  ///
  /// - Parameter parts: its labels and fields, which may not be made yet.
  init(_ definition: ScreenDefinition, _ parts: AttachedScreen) {
    self.definition = definition
    self.parts = parts
    super.init()
  }

  /// The record that it is about; nil where it lists many.
  final var record: RecordID? { parts.record }

  /// What it is about: a record, or the records of a type.
  final var subject: String { parts.givenSubject }

  /// Whether its type was altered since it was opened.
  final var isOutdated: Bool { former != nil }

  /// Whether a field of it is being edited.
  final var isEditing: Bool { parts.fields.contains(where: \.interactor.isEditing) }

  /// Stops following everything but the fields that are being edited.
  func suspend() {
    guard former == nil else { return }
    former = content(depth: 0)
    parts.closeIdleParts()
  }

  /// Formats the screen anew if something on it has changed.
  ///
  /// - Parameter isNew: whether the way it is written has changed.
  func update(anew isNew: Bool = false) {}

  /// The title, and what it shows besides its labels and fields.
  var shown: (title: String, sections: [ScreenContent.Section], headings: [Column]?) {
    ("", [], nil)
  }

  /// What is on the screen now.
  ///
  /// - Parameter depth: how many screens are open.
  final func content(depth: Int) -> ScreenContent {
    if var former {
      former.depth = depth
      for (index, slot) in parts.slots.enumerated() where slot.field != nil {
        former.fields[index] = slot.shown
      }
      return former
    }
    let shown = shown
    return ScreenContent(
      screen: definition.name, subject: subject, title: shown.title, sections: shown.sections,
      headings: shown.headings, labels: parts.labels.map(ShownPart.init),
      fields: parts.slots.map(\.shown),
      menu: presenter.menu.value.map {
        ScreenContent.MenuEntry(command: $0.command, reason: $0.reason)
      },
      selection: presenter.selection.items.map(\.description), depth: depth)
  }
}

extension AttachedScreen.Slot {
  /// The field as it is now, or that it leads nowhere.
  fileprivate var shown: ShownPart {
    field.map(ShownPart.init)
      ?? ShownPart(unavailable: name, because: reason ?? "")
  }
}
