package import Interactors
package import Presentation
package import Records
internal import Replies

package class OpenScreen: Interactor {
  package final let definition: ScreenDefinition
  package final let presenter = Presenter<RecordID>()
  package final let parts: BoundScreen
  /// The content last reported; nil before the first report, and while another screen is on top.
  final var lastReported: ScreenContent?
  /// The content before the type, or a type that it refers to, was altered; shown until editing
  /// ends.
  private var former: ScreenContent?

  init(_ definition: ScreenDefinition, _ parts: BoundScreen) {
    self.definition = definition
    self.parts = parts
    super.init()
  }

  package final var record: RecordID? { parts.record }

  package final var subject: String { parts.givenSubject }

  final var isOutdated: Bool { former != nil }

  final var isEditing: Bool { parts.fields.contains(where: \.interactor.isEditing) }

  /// Stops following everything except the fields being edited.
  func suspend() {
    guard former == nil else { return }
    former = content(depth: 0)
    parts.closeIdleParts()
  }

  /// - Parameter isNew: Whether the locale has changed.
  func update(anew isNew: Bool = false) {}

  var shown: (title: String, sections: [ScreenContent.Section], headings: [Column]?) {
    ("", [], nil)
  }

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
      menu: presenter.menu.value.map { entry in
        ScreenContent.MenuEntry(
          command: entry.command,
          title: presenter.commands.first { $0.name == entry.command }?.title,
          reason: entry.reason,
          isShown: definition.menu.contains { $0.command == entry.command })
      },
      selection: presenter.selection.items.map(\.description), depth: depth)
  }
}

extension BoundScreen.Slot {
  fileprivate var shown: ShownPart {
    field.map(ShownPart.init)
      ?? ShownPart(unavailable: name, because: failure?.message ?? "")
  }
}
