internal import Interactors
package import Presentation
internal import Records
package import Replies

final class RecordScreen: OpenScreen {
  typealias ContentPresenter = ScreenPresenter<RecordID, FormatterInput, DetailID, DetailKind>

  let contentPresenter: ContentPresenter
  private let formatters: [LiveFormatter]

  /// Retains the records that the title refers to.
  private final class FollowedRecords {
    var records: [TypedRecord] = []
  }

  init(
    _ definition: ScreenDefinition, _ record: RecordID, formatters: [TemplateFormatter],
    title: Template?, _ wireframe: any Wireframe,
    slots: [BoundScreen.Slot], prepare: @escaping (inout FormatterInput) -> Void,
    load: @escaping (LoadingInteractor<RecordID, FormatterInput>.Step) throws -> TypedRecord,
    find: @escaping (RecordID) -> TypedRecord?
  ) {
    let followed = FollowedRecords()
    let formatters = formatters.map(LiveFormatter.init)
    self.formatters = formatters
    let loading = LoadingInteractor<RecordID, FormatterInput> { _, step in
      let record = try load(step)
      var input = FormatterInput(record, find: find)
      prepare(&input)
      return input
    }
    contentPresenter = ContentPresenter(
      record, loading: loading, formatters: formatters, wireframe: wireframe)
    super.init(definition, BoundScreen(definition.name, on: record, slots))
    contentPresenter.formatsAtOnce = false
    contentPresenter.title = { input in
      // By default, the title is the record's type and number.
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
    presenter.subject = record
    nest(contentPresenter)
    nest(presenter)
    nest(parts.base)
  }

  override func suspend() {
    super.suspend()
    contentPresenter.deactivate()
  }

  override func update(anew isNew: Bool = false) {
    if isOutdated { return }
    guard isNew else { return contentPresenter.update() }
    for formatter in formatters { formatter.forget() }
    contentPresenter.format()
  }

  override var shown: (title: String, sections: [ScreenContent.Section], headings: [Column]?) {
    let sections = contentPresenter.content.sections.value.map { section in
      let title = section.title ?? ""
      return ScreenContent.Section(
        title: title,
        items: section.items.map { ScreenItem($0, of: title, isAlone: false) })
    }
    return (contentPresenter.content.title.value, sections, nil)
  }
}

extension ScreenItem {
  package init(_ item: DetailItem, of section: String, isAlone: Bool) {
    self.init(
      section: section, item: item.kind.rawValue, id: item.id.description, text: item.text,
      heading: isAlone ? nil : section)
    if case .record(let id) = item.id.owner, item.kind == .record { record = id }
  }
}

package final class ListScreen: OpenScreen {
  package let records: ListedRecords

  init(_ definition: ScreenDefinition, _ records: ListedRecords) {
    self.records = records
    super.init(definition, BoundScreen(definition.name, onMany: definition.type))
    nest(presenter)
    nest(parts.base)
  }

  override var shown: (title: String, sections: [ScreenContent.Section], headings: [Column]?) {
    (definition.title ?? definition.type, [], records.headings)
  }
}
