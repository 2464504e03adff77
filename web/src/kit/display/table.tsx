// Table: semantic, cards where it is narrow, rows that open on click or Enter (j and k move), skeleton rows of the final size.
import type { ReactNode, RefCallback } from 'react';
import { Link } from 'wouter';
import { Icon } from './icons.tsx';
import { Rows } from './rows.tsx';
import { Skeleton } from './skeleton.tsx';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `right` for columns of numbers. */
  align?: 'right';
  /** Sorts by the column's id, prefixed with `-` for descending. */
  isSortable?: boolean;
  /** Set for a column of buttons. */
  hideHeader?: boolean;
  /** Classes of the cells, such as a width. */
  className?: string;
};

/** Properties of a column with buttons or a menu. */
export const actionsColumn = { id: 'actions', header: 'Actions', hideHeader: true, align: 'right' } as const;

type TableProps<Row> = {
  /** Accessible name. */
  label: string;
  /** The first column names the row and opens it. */
  columns: readonly Column<Row>[];
  /** undefined while loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  href?: (row: Row) => string;
  /** Replaces `href` when a row opens something on the page. */
  onOpen?: (row: Row) => void;
  /** Key of the open row. */
  selected?: string;
  sort?: string;
  onSort?: (sort: string) => void;
  /** Expected number of rows. Default 5. */
  skeletonRows?: number;
  /** Shown instead of a table without rows. */
  empty?: ReactNode;
};

export function Table<Row>({ label, columns, rows, rowKey, skeletonRows = 5, empty, ...rest }: TableProps<Row>) {
  if (rows?.length === 0 && empty) return empty;
  return (
    <div className="@container overflow-x-auto rounded-md border bg-surface">
      <table className="w-full border-collapse @max-2xl:block" aria-busy={rows === undefined}>
        <caption className="sr-only">{label}</caption>
        <thead className="@max-2xl:sr-only">
          <tr>
            {columns.map((column) => (
              <Header key={column.id} column={column} sort={rest.sort} onSort={rest.onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="@max-2xl:block">
          {rows ? (
            <Rows rows={rows} spacer="tr">
              {(row, index, measure) => (
                <TableRow key={rowKey(row)} {...{ row, columns, index, measure }} id={rowKey(row)} {...rest} />
              )}
            </Rows>
          ) : (
            <SkeletonRows columns={columns} count={skeletonRows} />
          )}
        </tbody>
      </table>
    </div>
  );
}

function Header<Row>({ column, sort, onSort }: { column: Column<Row> } & Pick<TableProps<Row>, 'sort' | 'onSort'>) {
  const { id, header, align, isSortable, hideHeader, className = '' } = column;
  const direction = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined;
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={`h-9 px-3 text-xs font-medium whitespace-nowrap text-muted ${align === 'right' ? 'text-right' : 'text-left'} ${className}`}
    >
      {isSortable && onSort ? (
        <button
          type="button"
          className="inline-flex items-center gap-1 rounded-sm hover:text-ink"
          onClick={() => onSort(direction === 'descending' ? id : `-${id}`)}
        >
          {header}
          <Icon
            name={direction ? 'down' : 'updown'}
            className={`size-3 ${direction === 'ascending' ? 'rotate-180' : ''} ${direction ? '' : 'text-faint'}`}
          />
        </button>
      ) : (
        <span className={hideHeader ? 'sr-only' : ''}>{header}</span>
      )}
    </th>
  );
}

type RowProps<Row> = Pick<TableProps<Row>, 'columns' | 'href' | 'onOpen' | 'selected'> & {
  row: Row;
  id: string;
  index: number;
  measure?: RefCallback<HTMLElement>;
};

function TableRow<Row>({ row, columns, href, onOpen, selected, id, index, measure }: RowProps<Row>) {
  const opens = href ?? onOpen;
  const isSelected = id === selected;
  const [first, ...others] = columns;
  if (!first) return null;
  const label = first.cell(row);
  return (
    <tr
      ref={measure}
      data-row={id}
      data-index={index}
      tabIndex={opens ? undefined : -1}
      aria-current={isSelected || undefined}
      className={`border-t @max-2xl:block @max-2xl:px-3 @max-2xl:py-2.5 @max-2xl:first:border-t-0 ${opens ? 'transition-colors hover:bg-sunken' : ''} ${isSelected ? 'bg-accent-soft' : ''}`}
    >
      <Cell column={first} isFirst>
        {href ? (
          <Link href={href(row)} data-opens className="font-medium">
            {label}
          </Link>
        ) : onOpen ? (
          <button type="button" data-opens className="text-left font-medium" onClick={() => onOpen(row)}>
            {label}
          </button>
        ) : (
          label
        )}
      </Cell>
      {others.map((column) => (
        <Cell key={column.id} column={column}>
          {column.cell(row)}
        </Cell>
      ))}
    </tr>
  );
}

function Cell<Row>({ column, isFirst, children }: { column: Column<Row>; isFirst?: boolean; children: ReactNode }) {
  const phone = isFirst
    ? '@max-2xl:block @max-2xl:pr-10 @max-2xl:pb-1'
    : column.hideHeader
      ? '@max-2xl:absolute @max-2xl:top-1.5 @max-2xl:right-1.5 @max-2xl:w-auto'
      : `@max-2xl:flex @max-2xl:justify-between @max-2xl:gap-4 @max-2xl:before:shrink-0 @max-2xl:before:text-muted @max-2xl:before:content-[attr(data-label)]`;
  return (
    <td
      data-label={column.header}
      className={`h-11 px-3 py-1.5 @max-2xl:h-auto @max-2xl:px-0 @max-2xl:py-0.5 ${phone} ${column.align === 'right' ? 'text-right' : ''} ${column.className ?? ''}`}
    >
      {children}
    </td>
  );
}

function SkeletonRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows never change
    <tr key={row} className="border-t @max-2xl:block @max-2xl:px-3 @max-2xl:py-2.5 @max-2xl:first:border-t-0">
      {columns.map((column, index) => (
        <Cell key={column.id} column={{ ...column, header: '' }} isFirst={index === 0}>
          <Skeleton className={index === 0 ? 'w-40' : `ml-auto w-16 ${column.align ? '' : '@2xl:ml-0'}`} />
        </Cell>
      ))}
    </tr>
  ));
}
