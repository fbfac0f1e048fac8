internal import Replies
internal import Session
internal import Values
internal import Workspace

/// The JSON messages to a browser.
enum PageData {
  static func object(_ entries: KeyValuePairs<String, Datum?>) -> Datum {
    .object(members(entries))
  }

  static func members(_ entries: KeyValuePairs<String, Datum?>) -> [Datum.Entry] {
    entries.compactMap { key, value in value.map { Datum.Entry(key, $0) } }
  }

  static func text(_ text: String?) -> Datum? { text.map(Datum.text) }

  static func texts(_ texts: [String]) -> Datum { .list(texts.map(Datum.text)) }

  /// - Parameters:
  ///   - origin: The last change of the value.
  ///   - warnings: Messages of the rules that the value violates.
  static func part(
    _ part: ShownPart, _ origin: PageHistory.Entry? = nil, _ warnings: [String] = []
  ) -> Datum {
    object([
      "id": .text(part.id), "name": .text(part.name),
      "text": .text(part.isField ? part.idleText : part.text),
      "placeholder": text(part.placeholder),
      "field": .boolean(part.isField), "number": part.isNumber ? .boolean(true) : nil,
      "prefix": text(part.prefix), "unit": text(part.unit), "reason": text(part.reason),
      "mark": text(part.mark), "unavailable": part.isUnavailable ? .boolean(true) : nil,
      "expects": text(part.expectation), "origin": origin.map(entry),
      "warning": warnings.isEmpty ? nil : .text(warnings.joined(separator: "; ")),
    ])
  }

  static func traits(_ traits: [String: PageTraits]) -> Datum {
    .object(
      traits.sorted { $0.key < $1.key }.map { id, traits in
        Datum.Entry(
          id,
          object([
            "mode": .text(mode(of: traits)), "number": .boolean(traits.isNumber),
            "prose": .boolean(traits.isProse), "caps": .text("\(traits.capitalization)"),
            "lines": .boolean(traits.hasLines), "required": .boolean(traits.isRequired),
            "choices": traits.choices.isEmpty ? nil : texts(traits.choices),
            "characters": text(traits.characters),
          ]))
      })
  }

  /// Returns the HTML attribute `inputmode`: a number pad only if it can type every character that
  /// the field accepts.
  private static func mode(of traits: PageTraits) -> String {
    if traits.keyboard == .phone { return "tel" }
    guard [.number, .decimal].contains(traits.keyboard) else { return "\(traits.keyboard)" }
    let marks = (traits.characters ?? "").filter { !$0.isNumber }
    if marks.isEmpty { return "numeric" }
    return marks.allSatisfy { ".,".contains($0) } ? "decimal" : "text"
  }

  static func form(_ form: EditedForm, isSingle: Bool) -> Datum {
    object([
      "title": .text(form.title), "single": .boolean(isSingle),
      "hasLists": .boolean(form.hasLists), "inRow": .boolean(form.isInRow),
      "sections": .list(
        form.sections.map { section in
          object([
            "title": text(section.title),
            "parts": section.table == nil ? texts(section.parts.map(\.id)) : nil,
            "table": section.table.map { table in
              object([
                "columns": texts(table.columns),
                "rows": .list(table.rows.map { texts($0.map(\.id)) }),
                "totals": .list(
                  table.totals.indices.map { column in
                    table.totals[column] == nil
                      ? .null : .text(total(of: section.title, column).id)
                  }),
              ])
            },
          ])
        }),
    ])
  }

  private static func total(of section: String?, _ column: Int) -> ShownPart {
    ShownPart(id: "total \(column) of \(section ?? "")", name: "")
  }

  static func parts(of form: EditedForm) -> [ShownPart] {
    form.sections.flatMap { section -> [ShownPart] in
      guard let table = section.table else { return section.parts }
      let totals = table.totals.enumerated().compactMap { column, text in
        text.map { text in
          var part = total(of: section.title, column)
          (part.text, part.isField, part.isNumber) = (text, false, true)
          return part
        }
      }
      return table.rows.flatMap(\.self) + totals
    }
  }

  static func field(_ field: PageField, refused: Datum) -> [Datum.Entry] {
    members([
      "f": .text(field.id), "text": .text(field.text),
      "sel": .list([.integer(field.anchor), .integer(field.caret)]),
      "state": .text(field.isAcceptable ? "acceptable" : "incomplete"),
      "reason": text(field.reason), "hint": .text(field.hint), "accepts": text(field.accepts),
      "candidates": field.listed.map { listed in
        object([
          "texts": texts(listed.texts), "more": .integer(listed.more),
          "chosen": listed.chosen.map(Datum.integer),
        ])
      },
      "completed": field.completions.isEmpty ? nil : texts(field.completions),
      "refused": refused,
    ])
  }

  /// - Parameter history: Nil while the page does not show the history.
  static func screen(
    _ content: ScreenContent, path: String, rows: [ScreenRow], _ list: ShownList,
    _ visit: ScreenVisit, _ history: PageHistory?
  ) -> Datum {
    let reversible = visit.reversible
    let origins = visit.origins(of: content)
    let warnings = visit.warnings(of: content)
    func parts(_ parts: [ShownPart]) -> Datum {
      .list(parts.map { part($0, origins[$0.id], warnings.values[$0.id] ?? []) })
    }
    return object([
      "screen": .text(content.screen), "subject": .text(content.subject),
      "title": .text(content.title), "depth": .integer(content.depth), "path": .text(path),
      "sections": .list(
        content.sections.map { section in
          object([
            "title": .text(section.title),
            "items": .list(
              section.items.map { item in
                object([
                  "id": .text(item.id), "kind": .text(item.item), "text": .text(item.text),
                  "selectable": .boolean(item.canBeSelected),
                ])
              }),
          ])
        }),
      "labels": parts(content.labels), "fields": parts(content.fields),
      "warnings": warnings.record.isEmpty ? nil : texts(warnings.record),
      "menu": .list(
        content.menu.map { entry in
          object([
            "command": .text(entry.command), "title": .text(entry.title),
            "reason": text(entry.reason), "shown": .boolean(entry.isShown),
          ])
        }),
      "selection": texts(content.selection),
      "headings": content.headings.map { headings in .list(headings.map(column)) },
      "rows": content.headings.map { _ in .list(rows.map(row)) },
      "from": content.headings.map { _ in .integer(list.window.lowerBound) },
      "count": content.headings.map { _ in .integer(visit.extent.count) },
      "complete": content.headings.map { _ in .boolean(visit.extent.isComplete) },
      "find": list.listing.find.isEmpty ? nil : .text(list.listing.find),
      "order": content.headings.map { _ in .text(list.listing.order ?? "") },
      "where": content.headings.map { _ in conditions(list.listing.conditions) },
      "notice": text(visit.notice), "undo": text(visit.undoable),
      "undoLast": text(reversible.undo), "redoLast": text(reversible.redo),
      "history": history.map(self.history), "prints": prints(visit),
    ])
  }

  static func conditions(_ conditions: [ListCondition]) -> Datum {
    .list(
      conditions.map { condition in
        object([
          "property": .text(condition.property), "op": .text(condition.op),
          "value": .text(condition.value),
        ])
      })
  }

  private static func prints(_ visit: ScreenVisit) -> Datum? {
    guard case .record(let id)? = visit.page else { return nil }
    let links = visit.printed.map { ($0, PagePath.print(id, with: $0)) }
    return links.isEmpty ? nil : self.links(links)
  }

  static func history(_ history: PageHistory) -> Datum {
    object([
      "entries": .list(history.entries.map(entry)), "cut": history.isCut ? .boolean(true) : nil,
    ])
  }

  private static func entry(_ entry: PageHistory.Entry) -> Datum {
    object([
      "txn": .integer(entry.transaction), "at": .integer(entry.at), "actor": .text(entry.actor),
      "words": entry.words.isEmpty ? nil : .text(entry.words),
      "changes": entry.changes.isEmpty ? nil : texts(entry.changes),
      "undone": entry.isUndone ? .boolean(true) : nil, "obstacle": text(entry.obstacle),
    ])
  }

  static func column(_ column: Column) -> Datum {
    object(["name": .text(column.name), "numeric": .boolean(column.isNumeric)])
  }

  private static func row(_ row: ScreenRow) -> Datum {
    let warned = row.cells.indices.filter { isWarned(row.cells[$0]) }
    return object([
      "id": .text(row.id), "cells": .list(row.cells.map(cell)),
      "warned": warned.isEmpty ? nil : .list(warned.map(Datum.integer)),
    ])
  }

  static func cell(_ datum: Datum) -> Datum { datum == .null ? .null : .text(datum.plainText) }

  private static func isWarned(_ datum: Datum) -> Bool {
    guard case .phrase(let phrases) = datum else { return false }
    return phrases.contains { $0.role == .warning }
  }

  static func links(_ links: [(title: String, path: String)]) -> Datum {
    .list(links.map { object(["title": .text($0.title), "path": .text($0.path)]) })
  }

  static func page(_ page: ShownPage) -> Datum {
    let links = page.links
    let items =
      links.map { link in
        object([
          "id": .text(link.path), "kind": .text("link"), "text": .text(link.title),
          "selectable": .boolean(false),
        ])
      }
      + page.items.map { item in
        object([
          "id": .text(item.id), "kind": .text(item.item), "text": .text(item.text),
          "selectable": .boolean(false),
        ])
      }
    return object([
      "title": .text(page.title), "depth": .integer(0), "path": .text(page.path),
      "subject": text(page.subject),
      "sections": .list(
        items.isEmpty ? [] : [object(["title": .text(""), "items": .list(items)])]),
      "labels": .list([]), "fields": .list([]), "menu": .list([]), "selection": .list([]),
      "history": page.history.map(history),
      "past": page.past.map { past in
        object(["txn": .integer(past.transaction), "time": past.time.map(Datum.integer)])
      },
    ])
  }
}

/// A page without a screen, such as a history.
struct ShownPage: Hashable {
  var title: String
  var path: String
  var links: [Link] = []
  var items: [ScreenItem] = []
  /// The record whose history is shown, such as `Member/1`.
  var subject: String?
  var history: PageHistory?
  /// The past state that the page shows; nil for the present.
  var past: Past?

  struct Link: Hashable {
    var title: String
    var path: String
  }

  struct Past: Hashable {
    var transaction: Int
    /// The time of the transaction, in milliseconds since 1970.
    var time: Int?
  }
}
