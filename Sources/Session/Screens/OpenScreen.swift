internal import CommandLanguage
internal import Interactors
internal import Presentation
internal import RecordStore
internal import Records
internal import Replies
internal import Validation

/// A screen that is open: what its formatters show, its labels and fields, its selection and menu.
final class OpenScreen: Interactor {
  /// What loads the record, formats it and follows it.
  typealias ContentPresenter = ScreenPresenter<RecordID, FormatterInput, DetailID, DetailKind>

  let definition: ScreenDefinition
  let record: RecordID
  let contentPresenter: ContentPresenter
  /// The selection and the menu.
  let presenter = Presenter<RecordID>()
  let parts: AttachedScreen
  /// The content that was last reported; nil before, and while another screen is on top.
  var lastReported: ScreenContent?
  private let formatters: [LiveFormatter]
  /// What was on it when the type of its records was altered, which stays until its editing ends.
  private var former: ScreenContent?

  /// The records that the title has led to.
  private final class FollowedRecords {
    var records: [Record] = []
  }

  /// Makes a screen that is not open yet and has loaded nothing.
  ///
  /// - Parameters:
  ///   - slots: its fields, which are not made yet.
  ///   - load: finds the record, and what it leads to.
  ///   - find: finds a record that the screen leads to.
  init(
    _ definition: ScreenDefinition, _ record: RecordID, formatters: [TemplateFormatter],
    title: Template?, _ wireframe: any Wireframe,
    slots: [AttachedScreen.Slot],
    label: @escaping (any Subject, Property) -> LabelInteractor,
    load: @escaping (LoadingInteractor<RecordID, FormatterInput>.Step) throws -> Record,
    find: @escaping (RecordID) -> Record?
  ) {
    self.definition = definition
    self.record = record
    parts = AttachedScreen(definition.name, on: record, slots)
    let followed = FollowedRecords()
    let formatters = formatters.map(LiveFormatter.init)
    self.formatters = formatters
    let loading = LoadingInteractor<RecordID, FormatterInput> { _, step in
      let record = try load(step)
      return FormatterInput(record) { id in
        find(id)
      } label: { subject, property in
        label(subject, property)
      }
    }
    contentPresenter = ContentPresenter(
      record, loading: loading, formatters: formatters, wireframe: wireframe)
    super.init()
    contentPresenter.formatsAtOnce = false
    contentPresenter.title = { input in
      // A screen without a title of its own is called as its record is.
      guard let title else { return record.description }
      followed.records = []
      var input = input
      input.find = { id in
        let found = find(id)
        if let found { followed.records.append(found) }
        return found
      }
      do throws(TemplateError) {
        return try title.text(for: input)
      } catch {
        return "title cannot be shown, line \(error.line): \(error.message)"
      }
    }
    contentPresenter.subjects = { [$0.subject] + followed.records + formatters.flatMap(\.found) }
    nest(contentPresenter)
    nest(presenter)
    nest(parts.base)
  }

  /// Whether the type of its records was altered since it was opened.
  var isOutdated: Bool { former != nil }

  /// Whether a field of it is being edited.
  var isEditing: Bool { parts.fields.contains(where: \.interactor.isEditing) }

  /// Stops following everything but the fields that are being edited.
  func suspend() {
    guard former == nil else { return }
    former = content(depth: 0)
    contentPresenter.deactivate()
    parts.closeIdleParts()
  }

  /// Formats the screen anew if something on it has changed.
  ///
  /// - Parameter isNew: whether the way it is written has changed.
  func update(anew isNew: Bool = false) {
    if isOutdated { return }
    guard isNew else { return contentPresenter.update() }
    for formatter in formatters { formatter.forget() }
    contentPresenter.format()
  }

  // MARK: Content

  /// What is on the screen now.
  ///
  /// - Parameter depth: how many screens are open.
  func content(depth: Int) -> ScreenContent {
    if var former {
      former.depth = depth
      for (index, slot) in parts.slots.enumerated() where slot.field != nil {
        former.fields[index] = slot.shown
      }
      return former
    }
    let sections = contentPresenter.content.sections.value.map { section in
      let title = section.title ?? ""
      return ScreenContent.Section(
        title: title,
        items: section.items.map { ScreenItem($0, of: title, isAlone: false) })
    }
    return ScreenContent(
      screen: definition.name, subject: record.description,
      title: contentPresenter.content.title.value, sections: sections,
      labels: parts.labels.map(ShownPart.init), fields: parts.slots.map(\.shown),
      menu: presenter.menu.value.map {
        ScreenContent.MenuEntry(command: $0.command, reason: $0.reason)
      },
      selection: presenter.selection.items.map(\.description), depth: depth)
  }
}

extension ScreenItem {
  /// An item of a formatter.
  ///
  /// - Parameter isAlone: whether nothing but its section is printed.
  init(_ item: DetailItem, of section: String, isAlone: Bool) {
    self.init(
      section: section, item: item.kind.rawValue, id: item.id.description, text: item.text,
      heading: isAlone ? nil : section)
    if case .record(let id) = item.id.owner, item.kind == .record { record = id }
  }
}

extension AttachedScreen.Slot {
  /// The field as it is now, or that it leads nowhere.
  fileprivate var shown: ShownPart {
    field.map(ShownPart.init)
      ?? ShownPart(unavailable: name, because: reason ?? "")
  }
}
