import { FILE_CATEGORIES } from '@backoffice/contract/file-kinds'
import { Link } from '@tanstack/react-router'
import { routePath } from '../../../kit/navigation/navigation.ts'
import { buttonVariant } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { listPathOf } from '../tracked/categories.ts'

/** A hint that the upload has the columns of another category. */
export function LooksLike({ category }: { category: string }) {
  const label = FILE_CATEGORIES[category]?.label ?? category
  const to = listPathOf({ category })
  return (
    <Notice
      tone="warn"
      title={`This looks like a file of ${label}.`}
      action={
        to && (
          <Link to={routePath(to)} {...buttonVariant('plain')}>
            Open {label}
          </Link>
        )
      }
    >
      Import it there, or match its columns here.
    </Notice>
  )
}
