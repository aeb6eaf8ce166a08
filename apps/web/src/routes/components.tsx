import { createFileRoute } from '@tanstack/react-router'
import { ComponentsScreen } from '../screens/components/components-screen.tsx'

export const Route = createFileRoute('/components')({ component: ComponentsScreen })
